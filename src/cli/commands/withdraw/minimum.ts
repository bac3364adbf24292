import { centavos } from '../../../pix/centavos.ts';

/** Source: interface specification, "Limits". */
export const MINIMUM_WITHDRAWAL = centavos(500);
