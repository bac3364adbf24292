import { usageError } from '../errors/command-error.ts';
import type { Catalogue } from '../text/translate.ts';

/** A parser for an option that may be repeated. */
export function collected<Value>(read: (typed: string) => Value) {
  return (typed: string, before: readonly Value[] = []): readonly Value[] => [...before, read(typed)];
}

/** A parser of a host name or IP address, without scheme or port, for `--allow-host`. */
export function hostName(text: Catalogue) {
  return (typed: string): string => {
    const name = typed.toLowerCase();
    if (/^([a-z\d_]([a-z\d._-]*[a-z\d_])?|\[[a-f\d:.]+\])$/.test(name)) return name;
    throw usageError('invalid_host', text.serve.invalidHost(typed));
  };
}

/** A parser of a web page's origin, as browsers write it, for `--allow-origin`. */
export function origin(text: Catalogue) {
  return (typed: string): string => {
    const url = URL.canParse(typed) ? new URL(typed) : undefined;
    const isWebPage = url?.protocol === 'http:' || url?.protocol === 'https:';
    if (url !== undefined && isWebPage && (typed === url.origin || typed === `${url.origin}/`)) return url.origin;
    throw usageError('invalid_origin', text.serve.invalidOrigin(typed));
  };
}
