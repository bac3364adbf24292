import { wordsOf } from './side.ts';

/** What a line says that it is, beside a movement of money. */
export type SummaryWord = 'opening' | 'closing' | 'balance' | 'total';

const BALANCE = new Set(['saldo', 'saldos', 'sdo', 'balance']);
const OPENING = new Set(['anterior', 'inicial', 'abertura', 'opening', 'initial', 'previous', 'starting']);
const CLOSING = new Set(['final', 'fechamento', 'closing', 'ending']);
const TOTAL = new Set(['total', 'totais', 'totals', 'soma', 'somas', 'subtotal', 'sum']);
const BESIDE = new Set([
  ...['do', 'da', 'de', 'dos', 'das', 'em', 'no', 'na', 'ao', 'e', 'dia', 'mes', 'periodo', 'conta', 'corrente', 'cc'],
  ...['disponivel', 'parcial', 'diario', 'atual', 'contabil', 'geral', 'liquido', 'apos', 'lancamentos', 'movimento'],
  ...['movimentos', 'movimentacao', 'bloqueado', 'bloq', 'cta', 'apl', 'aplic', 'aut', 'automaticas', 'mais'],
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
  const isOf = (word: string) =>
    BALANCE.has(word) || OPENING.has(word) || CLOSING.has(word) || TOTAL.has(word) || BESIDE.has(word);
  if (!words.every(isOf)) return undefined;
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word));
  if (!has(BALANCE)) return has(TOTAL) ? 'total' : undefined;
  if (has(OPENING)) return 'opening';
  return has(CLOSING) ? 'closing' : 'balance';
}
