import { wordsOf } from './side.ts';

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
