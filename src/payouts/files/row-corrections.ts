import { parseTypedAmount } from '../../pix/amount-text.ts';
import { NOTHING, type Centavos } from '../../pix/centavos.ts';
import { parsePixKey } from '../../pix/pix-key.ts';
import { CALL } from './row-words.ts';
import { plus } from './sum-row.ts';

/** What a row pays, as far as it can be read. */
export interface PaidSoFar {
  readonly key: string | undefined;
  readonly taxId: string | undefined;
  readonly amountCentavos: Centavos | undefined;
}

const KEYS =
  /[^\s:;,()<>"]{1,77}@[^\s:;,()<>"]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\+?\(?\d[\d.\-() ]{6,}\d(?:\/\d{4}-?\d\d)?/gi;
/** Behind the price of one, an amount that is paid in parts, or a rate: `100,00 por dia`, `2.000,00 em 2x`, `4,52%`. */
const OF_PART = String.raw` ?(?:[/x*%]|cada|mil(?!\p{L})|(?:por|a|ao|p/) (?:hora|dia|aula|visita|plantao|turno|semana|mes|pessoa|peca|unidade|km)|em \d+ ?(?:x|vez|parc))`;
/** With centavos, or behind `R$`: `17` may be the number of a document. */
const AMOUNTS = new RegExp(
  String.raw`(?<![\d.,])\d[\d.]*,\d\d(?!\d|${OF_PART})|(?<=r\$ ?)\d+(?:\.\d{3})*(?!\d|[.,]\d|${OF_PART})`,
  'gu',
);
const INSTEAD = '(?:nov|corret|cert|atualizad|alterad|corrigid|trocad|mudad|ajustad)[ao]|mudou|alterou|trocou';
const REQUEST = String.raw`^\P{L}*(?:pagar|pague|transferir|depositar|usar|utilizar|(?:fazer|enviar|mandar) (?:o |um )?pix)(?!\p{L})`;
const REQUESTED = new RegExp(REQUEST, 'u');
const ANOTHER = new RegExp(String.raw`(?<!\p{L})(?:${INSTEAD})(?!\p{L})`, 'u');
/** `Pagar 2 diárias de 50,00` says what the amount is made of. */
const OF_AMOUNT = new RegExp(
  String.raw`${REQUEST}(?: (?:o|so|apenas|somente|valor|total|liquido|de))* (?:r\$|\d[\d.]*,\d\d(?!\d))|^\P{L}*(?:o )?(?:novo (?:valor|vlr?)|(?:valor|vlr?)[. ]+(?:foi )?(?:${INSTEAD}))(?!\p{L})`,
  'u',
);
/** Whom to write to, or to call, is no recipient; a telephone may be a key. */
const MESSAGE =
  /comprovante|recibo|contato|avis|(?:mandar|envia\p{L}*)(?!\p{L}| (?:o |um )?pix)|duvida|whats|zap|(?<!\p{L})(?:ligar|(?<!(?:no|pix|chave|nov[ao])\P{L})(?:tel|fone))/u;
/** `(antiga: ana@example.com)`, `era 10,00` */
const BEFORE = /(?<!\p{L})(?:antig[ao]|anterior|antes|era)(?: r\$)?[^\p{L}\d]*\S*[@\d]\S*/gu;
/** `De 10,00 para 9,00`: the last one is meant. */
const FROM_TO = /(?<!\p{L})(?:para|pra)(?!\p{L})|(?<!\p{L})p\/|[-=]>/u;

/** Which other key or amount a note beside a row, in plain letters, asks to pay. */
export function correctionIn(noted: string, paid: PaidSoFar): 'other_key' | 'other_amount' | undefined {
  const note = noted.replace(CALL, '').replaceAll(BEFORE, '');
  const isOfKey = REQUESTED.test(note) || (/chave|pix/.test(note) && ANOTHER.test(note));
  if (isOfKey && namesOtherKey(note.split(MESSAGE)[0] ?? '', paid)) return 'other_key';
  const { amountCentavos } = paid;
  if (amountCentavos === undefined || !OF_AMOUNT.test(note)) return undefined;
  const amounts = amountsIn(note);
  const meant = FROM_TO.test(note) ? amounts.at(-1) : amounts[0];
  // `Pagar 800,00 + 200,00 de vale`
  const isPaid = [meant, amounts.reduce<Centavos | undefined>(plus, NOTHING)].includes(amountCentavos);
  return meant === undefined || isPaid ? undefined : 'other_amount';
}

/** Whether a text has keys, and neither the one that is paid nor the tax ID of its owner. */
export function namesOtherKey(text: string, { key, taxId = key }: PaidSoFar): boolean {
  const named = (text.match(KEYS) ?? []).flatMap((found) => {
    const read = parsePixKey(found.replace(/\.$/, ''));
    if (read.ok) return [[read.key]];
    return read.reason === 'ambiguous' ? [read.readings.map((reading) => reading.key)] : [];
  });
  const meant = FROM_TO.test(text) ? named.slice(-1) : named;
  return key !== undefined && meant.length > 0 && !meant.flat().some((other) => other === key || other === taxId);
}

function amountsIn(text: string): readonly Centavos[] {
  return (text.match(AMOUNTS) ?? []).flatMap((found) => {
    const amount = parseTypedAmount(found);
    return amount.ok ? [amount.amountCentavos] : [];
  });
}
