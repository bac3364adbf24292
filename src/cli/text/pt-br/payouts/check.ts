import { failure } from '../../../errors/command-error.ts';
import type { check as english } from '../../en/payouts/check.ts';
import { count, payments, rows } from '../numbers.ts';
import { inPortuguese } from '../../../../contract/words/pairs.ts';
import { PLAN } from '../../payout-labels.ts';

const recipientsOf = (keys: number) => `${count(keys)} ${keys === 1 ? 'destinatário' : 'destinatários'}`;

export const check: typeof english = {
  plan: inPortuguese(PLAN),
  wouldSend: (number: number, sum: string) => `Arquivo válido: ${payments(number)}, ${sum}. Nada foi enviado.`,
  rowsWrong: (wrong: number, all: number) =>
    failure(
      `${count(wrong)} de ${rows(all)} ${wrong === 1 ? 'tem' : 'têm'} erro; nada foi enviado`,
      'corrija o arquivo, ou ignore as linhas com erro: --only-valid',
    ),
  rowsListed: (message: string) => `${message}. Só as outras: --only-valid`,
  fileWrong: (problem: string) =>
    failure(`arquivo inválido: ${problem}; nada foi enviado`, 'veja um exemplo: pix payouts template --examples'),
  digestDiffers: (wanted: string, found: string) =>
    failure(
      `este não é o arquivo aprovado: o código dele é ${found}, não ${wanted}; nada foi enviado`,
      'use o arquivo aprovado, ou peça a aprovação deste',
    ),
  invalidDigest: (typed: string) =>
    failure(
      `código do arquivo inválido: "${typed}"`,
      'é sha256: seguido de 64 dígitos hexadecimais, como mostra pix payouts check --verbose',
    ),
  fileUnreadable: (path: string, reason: string) =>
    failure(`não foi possível ler ${path}: ${reason}`, 'confira o nome e as permissões; - lê a entrada padrão'),
  standardInput: 'entrada padrão',
  noticed: (words: string, lines: readonly number[], more: number) => {
    const places = lines.length === 0 ? '' : ` (linha ${lines.join(', ')}${more > 0 ? ` e mais ${count(more)}` : ''})`;
    return `nota: ${words}${places}`;
  },
  lineNumber: (line: string) => `Linha ${line}`,
  numberGoesBack: (number, newest) => `O número da remessa (NSA) está voltando: ${number}, depois de ${newest}.`,
  whatIsColumn: (name, example) => `O que é a coluna "${name}" (${example})?`,
  columnMeanings: {
    name: 'o nome do destinatário',
    reference: 'a referência do pagamento',
    neither: 'nenhum dos dois',
  },
  unusedColumns: (names: readonly string[]) =>
    names.length === 1
      ? `A coluna "${names[0] ?? ''}" não é usada.`
      : `As colunas "${names.join('", "')}" não são usadas.`,
  moreProblems: (number: number) => `… e mais ${count(number)}; para ver todos: --output csv`,
  severalDays: (problem) => failure(`${problem}; nada foi enviado`, 'pague o que vence até um dia: --due hoje'),
  nothingDue: failure('nada vence até esse dia; nada foi enviado', 'escolha um dia posterior para --due'),
  nothingToPay: failure('o arquivo não tem nenhum pagamento válido', 'veja as colunas esperadas: pix payouts template'),
  preflight: {
    fee: (needed: string, available: string) =>
      failure(
        `a tarifa consome o menor valor do arquivo (${available}); o mínimo é ${needed}`,
        'debite as tarifas à parte: --cover-fee',
      ),
    per_transaction: (needed: string, available: string) =>
      failure(
        `o maior pagamento (${needed}) excede o limite por transação (${available})`,
        'veja os limites com: pix balance',
      ),
    balance: (needed: string, available: string) =>
      failure(`saldo insuficiente: o lote custa ${needed} e há ${available}`, 'consulte o saldo com: pix balance'),
    daily: (needed: string, available: string) =>
      failure(
        `o lote (${needed}) passa do que resta do limite diário (${available})`,
        'divida o arquivo ou pague em outro dia; veja os limites com: pix balance',
      ),
    monthly: (needed: string, available: string) =>
      failure(
        `o lote (${needed}) passa do que resta do limite mensal (${available})`,
        'divida o arquivo ou peça um limite maior; veja os limites com: pix balance',
      ),
  },
  accountShortForRun: (runId: string) =>
    `em outro dia, ou quando a conta permitir: pix payouts resume ${runId}; para tirar um pagamento e deixá-lo para outro arquivo: pix payouts resolve ${runId} LINHA --not-paid`,
  equalHint: (allow: string) => `para pagar linhas com a mesma chave e o mesmo valor: --allow ${allow}`,
  rewrittenHint: (allow: string) => `se são pagamentos diferentes: --allow ${allow}`,
  templateWritten: (path: string) => `Modelo gravado em ${path}. Preencha e confira com: pix payouts check ${path}`,
  newRecipient: 'novo',
  sameKeyAs: (line: string) => `mesma chave da linha ${line}`,
  paymentsTo: (number: number, keys: number, newKeys: number) => {
    if (newKeys === 0) return keys === number ? count(number) : `${count(number)} para ${recipientsOf(keys)}`;
    if (newKeys === keys) return `${count(number)} para ${recipientsOf(keys)}, ${keys === 1 ? 'novo' : 'todos novos'}`;
    return `${count(number)} para ${recipientsOf(keys)}, ${newKeys === 1 ? 'um deles novo' : `${count(newKeys)} deles novos`}`;
  },
  moreRecipients: (number: number, newKeys: number) =>
    `… e mais ${payments(number)}${newKeys > 0 ? `, para ${count(newKeys)} ${newKeys === 1 ? 'destinatário novo' : 'destinatários novos'}` : ''}; veja todos: --verbose`,
  moreListed: (number: number) => `… e mais ${payments(number)}; veja todos: --rows -o csv`,
  openRows: (number: number) =>
    `${payments(number)} sem resultado conhecido; o pix verifica ${number === 1 ? 'este' : 'estes'} primeiro:`,
  feeOnTop: (fee: string) => `A tarifa (${fee} cada) é debitada à parte: cada um recebe o valor do arquivo.`,
  feeOtherwise: (runId, isOnTop) =>
    failure(
      `o lote ${runId} deste arquivo ${isOnTop ? 'desconta a tarifa dos valores' : 'tem a tarifa à parte'}, e isso não muda; nada foi enviado`,
      `para retomá-lo como está, remova ${isOnTop ? '--cover-fee' : '--no-cover-fee'}: pix payouts resume ${runId}`,
    ),
  feeTaken: (fee: string) => `Cada um recebe ${fee} a menos que no arquivo; tarifa à parte: --cover-fee`,
  feeMixed: (fee: string, onTop: number, less: readonly string[], more: number) =>
    `A tarifa (${fee} cada) é debitada à parte em ${payments(onTop)}. Recebem ${fee} a menos que o valor do arquivo: ${less.join(', ')}${more > 0 ? ` e mais ${count(more)}` : ''}.`,
  namedRow: (line: string, name: string | undefined) => `linha ${line}${name === undefined ? '' : ` (${name})`}`,
  feePart: { onTop: 'à parte', taken: 'do valor' },
  account: {
    newest: (facts: string) => `último envio ${facts}`,
    noWithdrawals: 'nenhum envio conhecido',
    sameAs: (profiles: string) => `mesma conta de ${profiles}`,
  },
};
