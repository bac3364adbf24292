import type { Catalogue } from '../text/translate.ts';

/** Why a file could not be read or written, in the person's language; rare reasons in the system's words. */
export function plainCause(error: Error, { errors }: Catalogue): string {
  const plain: Readonly<Record<string, string>> = errors.fileCauses;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
    const words = Object.hasOwn(plain, code) ? plain[code] : undefined;
    if (words !== undefined) return `${words} (${code})`;
  }
  return error.message;
}
