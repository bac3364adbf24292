/** Whether money came in, or went out. */
export type Side = 'in' | 'out';

const PLUS = /^\(?\+1?\)?$/;
const MINUS = /^\(?[-\u2212\u2013]1?\)?$/;
const WORDS: Readonly<Record<Side, ReadonlySet<string>>> = {
  in: new Set([
    ...['c', 'cr', 'crd', 'cre', 'cred', 'crdt', 'credito', 'creditos', 'creditado', 'credor', 'credora', 'credit'],
    ...['credits', 'e', 'ent', 'entrada', 'entradas', 'entrou', 'in', 'inflow', 'incoming', 'deposito', 'deposit'],
    ...['recebido', 'recebida', 'recebidos', 'recebidas', 'recebimento', 'recebimentos', 'received', 'receita'],
    ...['positivo', 'pixrecebido', 'pixin', 'cashin'],
  ]),
  out: new Set([
    ...['d', 'db', 'dr', 'deb', 'debt', 'dbit', 'debito', 'debitos', 'debitado', 'devedor', 'devedora', 'debit'],
    ...['debits', 's', 'sai', 'saida', 'saidas', 'saiu', 'out', 'outflow', 'outgoing', 'saque', 'withdrawal'],
    ...['enviado', 'enviada', 'enviados', 'enviadas', 'envio', 'envios', 'sent', 'despesa'],
    ...['negativo', 'pixenviado', 'pixout', 'cashout'],
  ]),
};
/** They name no side, and leave the side that another word names. A return or a reversal turns it round: it is not here. */
const NEUTRAL: ReadonlySet<string> = new Set([
  ...['pix', 'ted', 'doc', 'tef', 'transferencia', 'transferencias', 'pagamento', 'lancamento', 'movimentacao'],
  ...['movimento', 'operacao', 'transacao', 'valor', 'conta', 'corrente', 'dinheiro', 'boleto', 'qr', 'code', 'cash'],
  ...['a', 'de', 'do', 'da', 'em', 'na', 'no', 'por', 'via', 'transfer', 'payment', 'money', 'account', 'by'],
]);

/** The side that a whole text names, and says nothing else than: `D`, `Crédito`, `Pix enviado`, `−`. */
export function sideOf(text: string): Side | undefined {
  const trimmed = text.trim();
  if (PLUS.test(trimmed)) return 'in';
  if (MINUS.test(trimmed)) return 'out';
  const sides = new Set<Side>();
  for (const word of wordsOf(trimmed)) {
    if (WORDS.in.has(word)) sides.add('in');
    else if (WORDS.out.has(word)) sides.add('out');
    else if (!NEUTRAL.has(word)) return undefined;
  }
  const [only] = sides;
  return sides.size === 1 ? only : undefined;
}

/** Words without accents, in lower case. */
export function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
