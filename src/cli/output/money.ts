export { decimalReais, formatReais } from '../../pix/reais-text.ts';
