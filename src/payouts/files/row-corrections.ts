import { parseTypedAmount } from '../../pix/amount-text.ts';
import type { Centavos } from '../../pix/centavos.ts';
import { parsePixKey } from '../../pix/pix-key.ts';

/** What a row pays, as far as it can be read. */
export interface PaidSoFar {
  readonly key: string | undefined;
  readonly amountCentavos: Centavos | undefined;
}

const KEYS = /[^\s:;,()<>"]+@[^\s:;,()<>"]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\+?\(?\d[\d.\-/() ]{8,}\d/gi;
/** With centavos, or behind `R$`: `17` may be the number of a document. */
const AMOUNTS = /(?<![\d.,])\d[\d.]*,\d\d(?!\d)|(?<=r\$ ?)\d[\d.]*(?![\d,])/g;
const INSTEAD = '(?:nov|corret|cert|atualizad|alterad|corrigid|trocad|mudad|ajustad)[ao]|mudou|alterou|trocou';
const REQUEST = String.raw`^\P{L}*(?:favor )?(?:pagar|pague|transferir|depositar|usar|utilizar|fazer (?:o )?pix)(?!\p{L})`;
const OF_KEY = new RegExp(`${REQUEST}|(?=.*(?:chave|pix)).*(?<!\\p{L})(?:${INSTEAD})(?!\\p{L})`, 'u');
/** `Pagar 2 diárias de 50,00` says what the amount is made of. */
const OF_AMOUNT = new RegExp(
  String.raw`${REQUEST}(?: (?:o|so|apenas|somente|valor|total|liquido|de))* (?:r\$|\d[\d.]*,\d\d(?!\d))|^\P{L}*(?:o )?(?:novo (?:valor|vlr?)|(?:valor|vlr?)[. ]+(?:foi )?(?:${INSTEAD}))(?!\p{L})`,
  'u',
);
/** Whom to write to, or to call, is no recipient. */
const OF_MESSAGE = /comprovante|recibo|contato|avisar|whats|zap|(?<!\p{L})(?:tel|fone|ligar)/u;
/** `De 10,00 para 9,00`: the last one is meant. */
const FROM_TO = /(?<!\p{L})(?:para|pra)(?!\p{L})|(?<!\p{L})p\/|[-=]>/u;

/** Which other key or amount a note beside a row, in plain letters, asks to pay. */
export function correctionIn(note: string, paid: PaidSoFar): 'other_key' | 'other_amount' | undefined {
  if (OF_KEY.test(note) && !OF_MESSAGE.test(note) && namesOtherKey(note, paid)) return 'other_key';
  const amounts = OF_AMOUNT.test(note) ? amountsIn(note) : [];
  const meant = FROM_TO.test(note) ? amounts.at(-1) : amounts[0];
  const { amountCentavos } = paid;
  return meant !== undefined && amountCentavos !== undefined && meant !== amountCentavos ? 'other_amount' : undefined;
}

/** Whether a text has keys, and not the one that is paid. */
export function namesOtherKey(text: string, { key }: PaidSoFar): boolean {
  const named = (text.match(KEYS) ?? []).flatMap((found) => {
    const read = parsePixKey(found.replace(/\.$/, ''));
    if (read.ok) return [[read.key]];
    return read.reason === 'ambiguous' ? [read.readings.map((reading) => reading.key)] : [];
  });
  const meant = FROM_TO.test(text) ? named.slice(-1) : named;
  return key !== undefined && meant.length > 0 && !meant.flat().includes(key);
}

function amountsIn(text: string): readonly Centavos[] {
  return (text.match(AMOUNTS) ?? []).flatMap((found) => {
    const amount = parseTypedAmount(found);
    return amount.ok ? [amount.amountCentavos] : [];
  });
}
