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

/** A parser of the address of a PostgreSQL database, for `--database`. */
export function databaseUrl(text: Catalogue) {
  return (typed: string): string => {
    if (/^postgres(ql)?:\/\/./.test(typed) && URL.canParse(typed)) return typed;
    throw usageError('invalid_database', text.serve.invalidDatabase);
  };
}

/** A parser of the name of a schema that needs no quotes in SQL, for `--schema`. */
export function schemaName(text: Catalogue) {
  return (typed: string): string => {
    if (/^[a-z_][a-z0-9_]{0,62}$/.test(typed) && !typed.startsWith('pg_')) return typed;
    throw usageError('invalid_schema', text.serve.invalidSchema(typed));
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
