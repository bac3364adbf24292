import { centavos, type Centavos } from './centavos.ts';

export function centavosFromJsonReais(value: number | string): Centavos | undefined {
  const text = typeof value === 'string' ? value.replace(',', '.') : value.toFixed(2);
  if (!/^\d+(\.\d{1,2})?$/.test(text)) return undefined;
  return centavos(Math.round(Number(text) * 100));
}
