import { withoutAccents } from '../../pix/accents.ts';

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

function wordsOf(text: string): readonly string[] {
  return withoutAccents(text.toLowerCase())
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** What a line says that it is, beside a movement of money. What is blocked is another figure than the balance. */
export type SummaryWord = 'opening' | 'closing' | 'balance' | 'blocked' | 'total';

const BALANCE = new Set(['saldo', 'saldos', 'sdo', 'balance']);
const OPENING = new Set(['anterior', 'ant', 'inicial', 'abertura', 'opening', 'initial', 'previous', 'starting']);
const CLOSING = new Set(['final', 'fechamento', 'closing', 'ending']);
const BLOCKED = new Set(['bloqueado', 'bloqueada', 'bloq', 'blocked']);
const TOTAL = new Set(['total', 'totais', 'totals', 'soma', 'somas', 'subtotal', 'sum']);
const BESIDE = new Set([
  ...['do', 'da', 'de', 'dos', 'das', 'em', 'no', 'na', 'ao', 'e', 'dia', 'mes', 'periodo', 'conta', 'corrente', 'cc'],
  ...['disponivel', 'parcial', 'diario', 'atual', 'contabil', 'geral', 'liquido', 'apos', 'lancamentos', 'movimento'],
  ...['movimentos', 'movimentacao', 'cta', 'apl', 'aplic', 'aut', 'automaticas', 'mais'],
  ...['entradas', 'saidas', 'creditos', 'debitos', 'credits', 'debits', 'r', 'brl', 'of', 'the', 'day', 'daily'],
  ...['available', 'current', 'period', 'month', 'account', 'after', 'rows', 'entries', 'transactions', 'transacoes'],
]);

/**
 * What a whole text says, where each of its words belongs to that: `Saldo do dia`, and not `Saldo empréstimo`. It proves
 * nothing: the amount beside it has to add up.
 */
export function summaryWord(text: string): SummaryWord | undefined {
  const spelled = text.replace(/^\s*S\s+A\s+L\s+D\s+O\b/i, 'saldo');
  const words = wordsOf(spelled).filter((word) => !/^\d+$/.test(word));
  const known = [BALANCE, OPENING, CLOSING, BLOCKED, TOTAL, BESIDE];
  if (!words.every((word) => known.some((set) => set.has(word)))) return undefined;
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  if (!has(BALANCE)) return has(TOTAL) ? 'total' : undefined;
  if (has(BLOCKED)) return 'blocked';
  if (has(OPENING)) return 'opening';
  return has(CLOSING) ? 'closing' : 'balance';
}
