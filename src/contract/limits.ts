import { centavos } from '../pix/centavos.ts';

/**
 * The numbers of the API that are no field and no operation; `rate-limit.ts` has those of rates.
 * Loaded by the command line before a command is chosen: no schema is made here.
 */

/** The smallest withdrawal. Source: interface specification, "Limits". */
export const WITHDRAWAL_MINIMUM = centavos(5_00);

/** The smallest payment that can be asked for. Source: docs/integrate/specification-decisions.md. */
export const PAYMENT_MINIMUM = centavos(1_00);

/** The largest amount taken: sums over a million such transactions are still exact. */
export const AMOUNT_MAXIMUM = centavos(100_000_000_00);

/** The longest description that Pix itself carries. Source: BCB, Manual de Padrões para Iniciação do Pix. */
export const DESCRIPTION_CHARACTERS_MAXIMUM = 140;

/** The largest page that a list gives. Source: interface specification, "Limits". */
export const PAGE_LIMIT_MAXIMUM = 100;
export const PAGE_LIMIT_DEFAULT = 50;

/** How long a page may be repeated. Source: interface specification, "Limits". */
export const LIST_CACHE_SECONDS = 60;

/** The largest JSON body of a request. */
export const BODY_BYTES_MAXIMUM = 64 * 1024;
