import { failure } from '../../../errors/command-error.ts';
import { count, payments, rows } from '../numbers.ts';
import { inPortuguese } from '../../../../contract/words/pairs.ts';
import { PLAN } from '../../payout-labels.ts';
import type { payouts as english } from '../../en/payouts/payouts.ts';
import { approval, rejection } from './approval.ts';
import { byHand, payoutStops } from './errors.ts';
import { findings, warnings } from './findings.ts';
import { payoutsHelp } from './help.ts';
import { journal } from './journal.ts';
import { running, schedule } from './run.ts';

const recipientsOf = (keys: number) => `${count(keys)} ${keys === 1 ? 'destinatário' : 'destinatários'}`;

export const payouts: typeof english = {
  help: payoutsHelp,
  ...running,
  ...journal,
  ...findings,
  approval,
  rejection,
  schedule,
  warnings,
  stops: payoutStops,
  byHand,
  balanceUnchecked: 'A chave não pode ler o saldo: saldo, limites e tarifa não foram conferidos.',
  plan: inPortuguese(PLAN),
  wouldSend: (number: number, sum: string) => `Arquivo válido: ${payments(number)}, ${sum}. Nada foi enviado.`,
  rowsWrong: (wrong: number, all: number) => failure`
    ${count(wrong)} de ${rows(all)} ${wrong === 1 ? 'tem' : 'têm'} erro; nada foi enviado
    corrija o arquivo, ou ignore as linhas com erro: --only-valid`,
  sumWrong: () => failure`
    a soma das linhas não bate com o total do arquivo; nada foi enviado
    inclua a linha que falta, ou corrija um valor ou o total`,
  rowsListed: (message: string) => `${message}. Só as outras: --only-valid`,
  fileWrong: (problem: string) => failure`
    arquivo inválido: ${problem}; nada foi enviado
    veja um exemplo: pix payouts template --examples`,
  digestDiffers: (wanted: string, found: string) => failure`
    este não é o arquivo aprovado: o código dele é ${found}, não ${wanted}; nada foi enviado
    use o arquivo aprovado, ou peça a aprovação deste`,
  invalidDigest: (typed: string) => failure`
    código do arquivo inválido: "${typed}"
    é sha256: seguido de 64 dígitos hexadecimais, como mostra pix payouts check --verbose`,
  fileUnreadable: (path: string, reason: string) => failure`
    não foi possível ler ${path}: ${reason}
    confira o nome e as permissões; - lê a entrada padrão`,
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
    reference: 'a referência, que não se repete em outro pagamento',
    neither: 'outra coisa',
  },
  unusedColumns: (names: readonly string[]) =>
    names.length === 1
      ? `A coluna "${names[0] ?? ''}" não é usada.`
      : `As colunas "${names.join('", "')}" não são usadas.`,
  moreProblems: (number: number) => `… e mais ${count(number)}; para ver todos: --output csv`,
  severalDays: (problem) => failure`${problem}; nada foi enviado \n pague o que vence até um dia: --due hoje`,
  nothingDue: failure`nada vence até esse dia; nada foi enviado \n escolha um dia posterior para --due`,
  nothingToPay: failure`o arquivo não tem nenhum pagamento válido \n veja as colunas esperadas: pix payouts template`,
  preflight: {
    fee: (needed: string, available: string) => failure`
      a tarifa consome o menor valor do arquivo (${available}); o mínimo é ${needed}
      debite as tarifas à parte: --cover-fee`,
    per_transaction: (needed: string, available: string) => failure`
      o maior pagamento (${needed}) excede o limite por transação (${available})
      veja os limites com: pix balance`,
    balance: (needed: string, available: string) => failure`
      saldo insuficiente: o lote custa ${needed} e há ${available}
      consulte o saldo com: pix balance`,
    daily: (needed: string, available: string) => failure`
      o lote (${needed}) passa do que resta do limite diário (${available})
      divida o arquivo ou pague em outro dia; veja os limites com: pix balance`,
    monthly: (needed: string, available: string) => failure`
      o lote (${needed}) passa do que resta do limite mensal (${available})
      divida o arquivo ou peça um limite maior; veja os limites com: pix balance`,
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
  feeOtherwise: (runId, isOnTop) => failure`
    o lote ${runId} deste arquivo ${isOnTop ? 'desconta a tarifa dos valores' : 'tem a tarifa à parte'}, e isso não muda; nada foi enviado
    para retomá-lo como está, remova ${isOnTop ? '--cover-fee' : '--no-cover-fee'}: pix payouts resume ${runId}`,
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
  knownFile: (runId: string) => `Este arquivo já é o lote ${runId}: pagá-lo de novo retoma esse lote.`,
  paidBefore: (number: number, sum: string, when: string, runId: string) =>
    `Este arquivo já foi pago em ${when}, no lote ${runId} (${payments(number)}, ${sum}). Nada foi enviado agora.`,
  validPaidBefore: (number, sum, when, runId) =>
    `As linhas sem erro deste arquivo já foram pagas em ${when}, no lote ${runId} (${payments(number)}, ${sum}). Nada foi enviado agora.`,
  leftOutRows: (number) =>
    `${rows(number)} com erro ${number === 1 ? 'ficou de fora e não foi paga' : 'ficaram de fora e não foram pagas'}: veja com pix payouts check.`,
  ranBefore: (when: string, runId: string) =>
    `Este arquivo já foi processado em ${when}, no lote ${runId}, e não resta nada a enviar. Nada foi enviado agora.`,
  payAgain: (allow: string | undefined) =>
    `Para pagar outra vez${allow === undefined ? ', use referências novas.' : ` de propósito: --allow ${allow}`}`,
  nothingToPayAgain: failure`
    todas as referências já foram usadas em lotes anteriores; nada foi enviado
    para pagar outra vez, use referências novas e rode o arquivo sem --allow again`,
  retryFee: (option: string) =>
    `Estes pagamentos eram com ${option === '--cover-fee' ? 'a tarifa à parte' : 'a tarifa descontada do valor'}, e o arquivo não diz isso: rode-o com ${option}.`,
  retryNeedsAgain:
    'Ele tem todos os pagamentos do lote, ou seja, é o mesmo arquivo: o pix payouts run diz o que o permite, ou altere-o.',
  notAllowed: (word: string) => failure`
    o que ${word} permitiu não é o que existe agora; nada foi enviado
    rode o comando sem ${word} para ver o que existe e o que o permite`,
  inRun: (runId: string, when: string) => `no lote ${runId} (${when})`,
  madeElsewhere: (withdrawalId: string, when: string) => `fora deste registro (envio ${withdrawalId}, ${when})`,
  alikePaid: (number: number, sum: string, place: string) =>
    `nota: ${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}: a mesma chave já recebeu o mesmo valor, por último ${place}. Com referência nos dois, o pix sabe distinguir.`,
  repeatedRow: (row: string, place: string) =>
    `${row}: a mesma chave já recebeu o mesmo valor ${place}, e nenhuma referência distingue os dois pagamentos`,
  payAgainQuestion: (number: number, sum: string) =>
    `${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}. Pagar de novo?`,
  cancelledPaidBefore: failure`cancelado; nada foi enviado \n para fazer só os outros pagamentos: --only-valid`,
  paidBeforeNeedsWord: (number: number, sum: string, place: string, allow: string) => failure`
    ${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}, por último ${place}; nada foi enviado
    para fazer só os outros pagamentos: --only-valid; para pagar de novo: --allow ${allow}`,
  paidElsewhere: (number: number, sum: string, place: string) =>
    `nota: ${payments(number)} (${sum}) deste arquivo ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'} de outra conta, ${place}.`,
  payElsewhereQuestion: (number: number, sum: string, place: string) =>
    `${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'} de outra conta, ${place}. Pagar também desta conta?`,
  paidElsewhereNeedsWord: (number: number, sum: string, place: string, allow: string) => failure`
    ${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'} de outra conta, ${place}; nada foi enviado
    confira o perfil: pix auth status; se também devem sair desta conta: --allow ${allow}`,
  cancelledElsewhere: failure`cancelado; nada foi enviado \n para escolher a conta, use o perfil dela: -p NOME`,
  equalUnsettled: (number: number, sum: string, runId: string) => failure`
    ${payments(number)} (${sum}) ${number === 1 ? 'repete' : 'repetem'} a referência, ou a chave e o valor, de ${number === 1 ? 'um pagamento' : 'pagamentos'} em aberto no lote ${runId}; nada foi enviado
    conclua antes esse lote: pix payouts resume ${runId}; para fazer só os outros pagamentos: --only-valid`,
  rewrittenReference: (row: string, earlier: string, place: string) =>
    `${row}: a mesma chave e o mesmo valor já foram enviados como "${earlier}" ${place}. Uma planilha pode ter alterado essa referência.`,
  referencesRewritten: (number: number, allow: string) => failure`
    ${payments(number)} ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}, com uma referência que uma planilha alterou; nada foi enviado
    restaure as referências ou ignore essas linhas: --only-valid; se são pagamentos novos: --allow ${allow}`,
  paidLately: (row: string, place: string) =>
    `nota: ${row} tem referência nova, mas a mesma chave já recebeu o mesmo valor ${place}.`,
  moreEarlier: (number: number) =>
    `… e mais ${payments(number)} na mesma situação; todos com: pix payouts check --json`,
  nothingNew: failure`
    nada a pagar: todos os pagamentos podem já ter sido feitos; nada foi enviado
    se algum é um pagamento novo, rode o arquivo sem --only-valid: o pix diz o que o permite`,
  referenceOfAnother: (row: string, amount: string, key: string, runId: string) =>
    `${row}: não será enviado, porque a referência é de outro pagamento: ${amount} para ${key} (lote ${runId}).`,
  referencesOfOthers: 'referência de outro pagamento',
  referencesTaken: (number: number) => failure`
    ${payments(number)} com referência de outro pagamento; nada foi enviado
    use uma referência própria para cada pagamento, ou ignore essas linhas: --only-valid`,
  secondWithdrawal: (line: string, first: string, second: string) =>
    `ALERTA: ${whichOf(line)} PODE TER SIDO FEITO DUAS VEZES, por ${first} e por ${second}: os dois têm um identificador dele. Confira ambos e peça a devolução de um.`,
  foreignSecond: (line: string, amount: string, first: string, second: string) =>
    `ALERTA: ${whichOf(line)} (${amount}) PODE TER SIDO FEITO DUAS VEZES, por ${first} e por ${second}, feito à mão, por outra máquina ou programa, ou por um gateway que repetiu a requisição. Confira ambos e peça a devolução de um.`,
  otherMark: (line: string, id: string, mark: string) =>
    `ALERTA: ${whichOf(line)} consta como feito por ${id}, mas esse envio tem o identificador de outro pagamento (${mark}). Confirme com o destinatário antes de pagar de novo.`,
  unconfirmed: {
    refused: (row: string) => `${row}: recusado, mas uma cópia pode ter sido paga; a verificação não terminou`,
    absent: (row: string) => `${row}: não localizado no serviço`,
    ambiguous: (row: string) => `${row}: algum envio pode ser este pagamento, mas não há certeza`,
    unknown: (row: string) => `${row}: ainda sem confirmação`,
  },
  decide: {
    absent: (runId, line, allow) =>
      `Não localizado: o serviço não tem envio para o pagamento. Para enviar de novo: pix payouts resume ${runId} --allow ${allow}; para deixar sem pagar: pix payouts resolve ${runId} ${line ?? 'LINHA'} --not-paid`,
    ambiguous: (runId, line) =>
      `Compare os envios (pix withdraw list) e depois: pix payouts resolve ${runId} ${line ?? 'LINHA'} --paid ID, ou --not-paid`,
  },
  rowOf: (line: string, who: string, sum: string) => `Linha ${line} (${who}, ${sum})`,
  rowWithin: (line: string, who: string, sum: string) => `o pagamento da linha ${line} (${who}, ${sum})`,
  moreUnconfirmed: (number: number, runId: string) =>
    `… e mais ${payments(number)}: pix payouts report ${runId} --format csv`,
  unconfirmedIn: (runId, number, sum) => `SEM CONFIRMAÇÃO em ${runId}: ${payments(number)} (${sum}).`,
  moreUnconfirmedRuns: (number) =>
    `… e mais ${count(number)} ${number === 1 ? 'lote' : 'lotes'} com pagamentos sem confirmação: pix payouts list`,
  runAbsent: (number, runId, allow) => failure`
    ${payments(number)} ${number === 1 ? 'não foi localizado' : 'não foram localizados'} no serviço, e nada foi reenviado
    não pague por outro meio; para enviar de novo: pix payouts resume ${runId} --allow ${allow}`,
  runUnknown: (number: number, runId: string) => failure`
    O DINHEIRO PODE TER SAÍDO: ${payments(number)} sem confirmação
    não pague por outro meio; veja o que fazer com: pix payouts status ${runId}`,
  refusedUnknown: (number: number, runId: string) => failure`
    o serviço recusou ${payments(number)}, mas uma cópia da requisição pode ter sido paga, e a verificação não terminou
    para concluir a verificação e enviar o que não foi pago: pix payouts resume ${runId}; até lá, não pague por outro meio`,
  paidByOther: (number: number, runId: string) => failure`
    ${payments(number)} ${number === 1 ? 'pode não ter sido feito: o envio tem o identificador' : 'podem não ter sido feitos: os envios têm os identificadores'} de outro pagamento
    compare: pix payouts report ${runId} --fields row,id,mark,reason; fale com os destinatários antes de pagar de novo`,
  runUnknownBecause: (number: number, runId: string, reason: string) => failure`
    O DINHEIRO PODE TER SAÍDO: ${payments(number)} sem confirmação, e a verificação falhou: ${reason}
    não pague por outro meio; quando estiver resolvido: pix payouts resume ${runId}`,
  paidTwice: (number: number, runId: string) => failure`
    O DINHEIRO PODE TER SAÍDO DUAS VEZES: ${payments(number)}
    compare os dois envios que cada ALERTA cita: pix withdraw get ID; veja também: pix payouts report ${runId} --fields row,id,secondId`,
};

/** Um pagamento avulso não está em planilha. */
function whichOf(line: string): string {
  return line === '' ? 'este pagamento' : `o pagamento da linha ${line}`;
}
