import { failure } from '../../../errors/command-error.ts';
import { count, payments, rows } from '../numbers.ts';
import type { payouts as english } from '../../en/payouts/payouts.ts';
import { POLICY_FORM } from '../../payout-facts.ts';
import { approval, rejection } from './approval.ts';
import { findings, warnings } from './findings.ts';
import { journal, running, schedule } from './run.ts';

const recipientsOf = (keys: number) => `${count(keys)} ${keys === 1 ? 'destinatário' : 'destinatários'}`;

export const payouts: typeof english = {
  help: {
    commands: {
      check: 'Confere um arquivo e a conta; não envia nada',
      run: 'Paga as linhas de um arquivo; repetir o comando continua de onde parou e nunca paga duas vezes',
      rehearse: 'Paga um arquivo numa réplica da conta: ela vem do índice, e nada é enviado ao serviço',
      resume: 'Retoma um lote e envia o que falta; antes, verifica o que ficou sem confirmação',
      status: 'Mostra a situação de um lote e o que depende de você; sem ID, a do mais recente',
      list: 'Lista os lotes, do mais recente ao mais antigo',
      report: 'Gera o relatório de um lote: o resultado de cada pagamento',
      receipts: 'Grava os comprovantes dos pagamentos de um lote',
      resolve: 'Registra se um pagamento sem confirmação foi feito',
      submit: 'Envia para aprovação um arquivo conferido; não paga nada',
      pending: 'Mostra o que aguarda aprovação ou envio; com um lote, todos os destinatários dele',
      approve: 'Mostra um lote e o aprova com a sua chave SSH',
      reject: 'Rejeita um lote que aguarda aprovação: ele não será pago, e o arquivo pode ser enviado de novo',
      policy: 'Define quem envia, quem aprova e o que nunca é pago',
      policyShow: 'Mostra a política e quem a assinou',
      policyInit: 'Pergunta quem envia e quem aprova, e grava a política',
      policySet: 'Define uma política, assinada por um administrador; usa a chave SSH dele',
      log: 'Mostra quem fez o quê, e quando',
      timer: 'Grava um temporizador que retoma um lote na data; não instala nada',
      template: 'Grava um arquivo modelo para preencher',
      journal: 'Mostra, transfere ou exporta o registro de pagamentos',
      journalStatus: 'Mostra onde está o registro e os lotes em aberto',
      journalMove: 'Transfere o registro para um banco PostgreSQL, ou de volta; várias máquinas podem usá-lo',
      journalExport: 'Grava todo o registro em NDJSON',
    },
    options: {
      fault:
        '<"tipo …"> faz uma requisição falhar ali: "reset-after --times 1" (como "pix mock faults add"; pode ser repetida)',
      rehearsedAt: '<hora> como se fosse esta hora: 2026-12-05, 2026-12-05 08:00 (padrão: agora)',
      file: '<arquivo> .xlsx, CSV, TSV, arquivo com ; como o Excel grava no Brasil, NDJSON ou remessa CNAB 240; - lê a entrada padrão',
      journalTarget: '<destino> postgres://USUÁRIO@HOST/BANCO, ou local para a pasta desta máquina',
      sheet: '<nome> aba de um arquivo .xlsx; padrão: a única com pagamentos',
      run: '<lote> ID do lote (pix payouts list)',
      line: '<linha> linha do arquivo, como em todas as telas; com --not-paid, várias: 3,7',
      on: '<dia> não envia nada antes desse dia: 05/12/2026, amanhã ou "último dia útil"; depois, retome o lote',
      scheduler: '<systemd|cron|task-scheduler> quem o inicia (obrigatório)',
      timerAt: '<hora> a que horas desse dia, em Brasília (padrão: 09:00)',
      timerOut: '<pasta> grava os arquivos aqui, em vez de mostrar na tela',
      now: 'envia antes da data agendada',
      due: '<dia> só as linhas que vencem até esse dia, pela coluna de vencimento: hoje, 05/12/2026',
      onlyValid: 'ignora as linhas com erro e as que podem já ter sido pagas, em vez de recusar o arquivo todo',
      allow:
        '<tipo:código> permite o que uma recusa mostrou: o tipo (again, repeated, equal, reference, journal ou absent) e o código, como estão nela (pode ser repetida)',
      forceKey: 'aceita chaves de formato correto com dígitos verificadores errados',
      noCoverFee: 'desconta a tarifa do valor, mesmo que o perfil ou as linhas indiquem o contrário',
      coverFee:
        'os destinatários recebem o valor integral, e as tarifas são debitadas à parte, mesmo que as linhas indiquem o contrário',
      digest: '<sha256:…> recusa o arquivo se o código dele for outro',
      noAccount: 'confere só o arquivo, sem chave e sem rede',
      rows: 'traz as linhas que seriam pagas e marca os destinatários novos (formatos para programas)',
      confirmTotal: '<valor> a soma do arquivo, em reais (obrigatória sem terminal)',
      noMark:
        'não acrescenta o identificador #px… à descrição (sem ele, é mais difícil confirmar um envio sem resposta)',
      wait: 'aguarda até cada envio ser concluído ou falhar',
      lookFor:
        '<duração> se uma resposta se perder, procura o envio por no máximo esse tempo, como 20s ou 2m (padrão: até ter certeza, uns 3 minutos); o que não for encontrado fica sem confirmação',
      account: '<lote|new> a conta que paga, quando o pix não consegue reconhecê-la: a deste lote, ou uma nova (new)',
      refresh: 'consulta no serviço o resultado dos envios em processamento',
      format: '<csv|xlsx|excel-br|json|cnab240> padrão: a extensão do arquivo ou, sem arquivo, --output; por fim, csv',
      templateFormat:
        '<csv|xlsx|excel-br> padrão: a extensão do arquivo ou, sem ela, excel-br (em inglês, csv): CSV com ; e vírgula decimal',
      examples: 'inclui linhas de exemplo (apague-as antes de pagar)',
      out: '<arquivo> grava neste arquivo em vez da saída padrão',
      retryFile: 'só os pagamentos que com certeza não foram feitos, em arquivo pronto para novo envio',
      paid: '<id> foi pago, pelo envio com este ID',
      notPaid: 'não foi pago; a referência pode ser usada de novo',
      policyOut: '<arquivo> o arquivo a gravar (padrão: policy.json)',
      policyFile: `<arquivo> a política, em JSON: ${POLICY_FORM}`,
      reason: '<texto> o motivo; fica no histórico',
      verify: 'confere que nenhuma entrada foi alterada ou removida',
    },
  },
  ...running,
  ...journal,
  ...findings,
  approval,
  rejection,
  schedule,
  warnings,
  balanceUnchecked: 'A chave não pode ler o saldo: saldo, limites e tarifa não foram conferidos.',
  wouldSend: (number, sum) => `Arquivo válido: ${payments(number)}, ${sum}. Nada foi enviado.`,
  rowsWrong: (wrong, all) => failure`
    ${count(wrong)} de ${rows(all)} ${wrong === 1 ? 'tem' : 'têm'} erro; nada foi enviado
    corrija o arquivo, ou ignore as linhas com erro: --only-valid`,
  sumWrong: () => failure`
    a soma das linhas não bate com o total do arquivo; nada foi enviado
    inclua a linha que falta, ou corrija um valor ou o total`,
  rowsListed: (message) => `${message}. Só as outras: --only-valid`,
  fileWrong: (problem) => failure`
    arquivo inválido: ${problem}; nada foi enviado
    veja um exemplo: pix payouts template --examples`,
  digestDiffers: (wanted, found) => failure`
    este não é o arquivo aprovado: o código dele é ${found}, não ${wanted}; nada foi enviado
    use o arquivo aprovado, ou peça a aprovação deste`,
  invalidDigest: (typed) => failure`
    código do arquivo inválido: "${typed}"
    é sha256: seguido de 64 dígitos hexadecimais, como mostra pix payouts check --verbose`,
  standardInput: 'entrada padrão',
  noticed: (words, lines, more) => {
    const word = lines.length === 1 ? 'linha' : 'linhas';
    const places =
      lines.length === 0 ? '' : ` (${word} ${lines.join(', ')}${more > 0 ? ` e mais ${count(more)}` : ''})`;
    return `nota: ${words}${places}`;
  },
  lineNumber: (line) => `Linha ${line}`,
  numberGoesBack: (number, newest) =>
    `O número da remessa (NSA) é menor que o da última: ${number}, depois de ${newest}.`,
  whatIsColumn: (name, example) => `O que é a coluna "${name}" (${example})?`,
  unusedColumns: (names) =>
    names.length === 1
      ? `A coluna "${names[0] ?? ''}" não é usada.`
      : `As colunas "${names.join('", "')}" não são usadas.`,
  moreProblems: (number) => `… e mais ${count(number)}; para ver todos: --output csv`,
  severalDays: (problem) => failure`${problem}; nada foi enviado \n para pagar só o que vence até um dia: --due hoje`,
  nothingDue: failure`nada vence até esse dia; nada foi enviado \n escolha um dia posterior para --due`,
  nothingToPay: failure`o arquivo não tem nenhum pagamento válido \n veja as colunas esperadas: pix payouts template`,
  preflight: {
    fee: (needed, available) => failure`
      a tarifa consome o menor valor do arquivo (${available}); o mínimo é ${needed}
      debite as tarifas à parte: --cover-fee`,
    per_transaction: (needed, available) => failure`
      o maior pagamento (${needed}) excede o limite por transação (${available})
      veja os limites com: pix balance`,
    balance: (needed, available) => failure`
      saldo insuficiente: o lote debita ${needed}; disponível ${available}
      consulte o saldo com: pix balance`,
    daily: (needed, available) => failure`
      o lote (${needed}) passa do que resta do limite diário (${available})
      divida o arquivo ou pague em outro dia; veja os limites com: pix balance`,
    monthly: (needed, available) => failure`
      o lote (${needed}) passa do que resta do limite mensal (${available})
      divida o arquivo ou peça um limite maior; veja os limites com: pix balance`,
  },
  accountShortForRun: (runId) =>
    `em outro dia, ou quando a conta permitir: pix payouts resume ${runId}; para tirar um pagamento e deixá-lo para outro arquivo: pix payouts resolve ${runId} LINHA --not-paid`,
  equalHint: (allow) => `para pagar linhas com a mesma chave e o mesmo valor: --allow ${allow}`,
  rewrittenHint: (allow) => `se são pagamentos diferentes: --allow ${allow}`,
  templateWritten: (path, word) => `Modelo gravado em ${path}. Preencha e confira com: pix payouts check ${word}`,
  newRecipient: 'novo',
  sameKeyAs: (line) => `mesma chave da linha ${line}`,
  paymentsTo: (number, keys, newKeys) => {
    if (newKeys === 0) return keys === number ? count(number) : `${count(number)} para ${recipientsOf(keys)}`;
    if (newKeys === keys) return `${count(number)} para ${recipientsOf(keys)}, ${keys === 1 ? 'novo' : 'todos novos'}`;
    return `${count(number)} para ${recipientsOf(keys)}, ${newKeys === 1 ? 'um deles novo' : `${count(newKeys)} deles novos`}`;
  },
  moreRecipients: (number, newKeys) =>
    `… e mais ${payments(number)}${newKeys > 0 ? `, para ${count(newKeys)} ${newKeys === 1 ? 'destinatário novo' : 'destinatários novos'}` : ''}; veja todos: --verbose`,
  moreListed: (number) => `… e mais ${payments(number)}; veja todos: --rows -o csv`,
  openRows: (number) =>
    `${payments(number)} sem resultado conhecido; o pix verifica ${number === 1 ? 'este' : 'estes'} primeiro.`,
  feeOnTop: (fee) => `A tarifa (${fee} cada) é debitada à parte: cada um recebe o valor do arquivo.`,
  feeOtherwise: (runId, isOnTop) => failure`
    o lote ${runId} deste arquivo ${isOnTop ? 'desconta a tarifa dos valores' : 'tem a tarifa à parte'}, e isso não muda; nada foi enviado
    para retomá-lo como está, remova ${isOnTop ? '--cover-fee' : '--no-cover-fee'}: pix payouts resume ${runId}`,
  feeTaken: (fee, isOpen) =>
    `Cada um recebe ${fee} a menos que no arquivo${isOpen ? '; tarifa à parte: --cover-fee' : ''}`,
  feeMixed: (fee, onTop, less, more) =>
    `A tarifa (${fee} cada) é debitada à parte em ${payments(onTop)}. Recebem ${fee} a menos que o valor do arquivo: ${less.join(', ')}${more > 0 ? ` e mais ${count(more)}` : ''}.`,
  namedRow: (line, name) => `linha ${line}${name === undefined ? '' : ` (${name})`}`,
  feePart: { onTop: 'à parte', taken: 'do valor' },
  knownFile: (runId) => `Este arquivo já é o lote ${runId}: pagá-lo de novo retoma esse lote.`,
  paidBefore: (number, sum, when, runId) =>
    `Este arquivo já foi pago em ${when}, no lote ${runId} (${payments(number)}, ${sum}). Nada foi enviado agora.`,
  validPaidBefore: (number, sum, when, runId) =>
    `As linhas sem erro deste arquivo já foram pagas em ${when}, no lote ${runId} (${payments(number)}, ${sum}). Nada foi enviado agora.`,
  leftOutRows: (number) =>
    `${rows(number)} com erro ${number === 1 ? 'ficou de fora e não foi paga' : 'ficaram de fora e não foram pagas'}: veja com pix payouts check ARQUIVO.`,
  ranBefore: (when, runId) =>
    `Este arquivo já foi processado em ${when}, no lote ${runId}, e não resta nada a enviar. Nada foi enviado agora.`,
  payAgain: (allow) =>
    `Para pagar outra vez${allow === undefined ? ', use referências novas.' : ` de propósito: --allow ${allow}`}`,
  nothingToPayAgain: failure`
    todas as referências já foram usadas em lotes anteriores; nada foi enviado
    para pagar outra vez, use referências novas e rode o arquivo sem --allow again`,
  retryFee: (option) =>
    `Estes pagamentos eram com ${option === '--cover-fee' ? 'a tarifa à parte' : 'a tarifa descontada do valor'}, e o arquivo não diz isso: rode-o com ${option}.`,
  retryNeedsAgain:
    'Ele tem todos os pagamentos do lote, ou seja, é o mesmo arquivo. Altere-o, ou use a opção que o pix payouts run mostra.',
  notAllowed: (word) => failure`
    a situação não é mais a que ${word} permitiu; nada foi enviado
    rode o comando sem ${word} para ver a situação de agora e a opção que a permite`,
  inRun: (runId, when) => `no lote ${runId} (${when})`,
  madeElsewhere: (withdrawalId, when) => `fora deste registro (envio ${withdrawalId}, ${when})`,
  alikePaid: (number, sum, place) =>
    `nota: ${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}: a mesma chave já recebeu o mesmo valor, por último ${place}. Com referência nos dois, o pix sabe distinguir.`,
  repeatedRow: (row, place) =>
    `${row}: a mesma chave já recebeu o mesmo valor ${place}, e nenhuma referência distingue os dois pagamentos`,
  payAgainQuestion: (number, sum) =>
    `${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}. Pagar de novo?`,
  cancelledPaidBefore: failure`cancelado; nada foi enviado \n para fazer só os outros pagamentos: --only-valid`,
  paidBeforeNeedsWord: (number, sum, place, allow) => failure`
    ${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}, por último ${place}; nada foi enviado
    para fazer só os outros pagamentos: --only-valid; para pagar de novo: --allow ${allow}`,
  paidElsewhere: (number, sum, place) =>
    `nota: ${payments(number)} (${sum}) deste arquivo ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'} de outra conta, ${place}.`,
  payElsewhereQuestion: (number, sum, place) =>
    `${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'} de outra conta, ${place}. Pagar também desta conta?`,
  paidElsewhereNeedsWord: (number, sum, place, allow) => failure`
    ${payments(number)} (${sum}) ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'} de outra conta, ${place}; nada foi enviado
    confira o perfil: pix auth status; para pagar também desta conta: --allow ${allow}`,
  cancelledElsewhere: failure`cancelado; nada foi enviado \n para escolher a conta, use o perfil dela: -p NOME`,
  equalUnsettled: (number, sum, runId) => failure`
    ${payments(number)} (${sum}) ${number === 1 ? 'repete' : 'repetem'} a referência, ou a chave e o valor, de ${number === 1 ? 'um pagamento' : 'pagamentos'} em aberto no lote ${runId}; nada foi enviado
    conclua antes esse lote: pix payouts resume ${runId}; para fazer só os outros pagamentos: --only-valid`,
  rewrittenReference: (row, earlier, place) =>
    `${row}: a mesma chave e o mesmo valor já foram enviados como "${earlier}" ${place}. Uma planilha pode ter alterado essa referência.`,
  referencesRewritten: (number, allow) => failure`
    ${payments(number)} ${number === 1 ? 'pode já ter sido feito' : 'podem já ter sido feitos'}, com uma referência que uma planilha alterou; nada foi enviado
    restaure as referências ou ignore essas linhas: --only-valid; se são pagamentos novos: --allow ${allow}`,
  paidLately: (row, place) => `nota: ${row} tem referência nova, mas a mesma chave já recebeu o mesmo valor ${place}.`,
  moreEarlier: (number) => `… e mais ${payments(number)} na mesma situação; todos com: pix payouts check --json`,
  nothingNew: failure`
    nada a pagar: todos os pagamentos podem já ter sido feitos; nada foi enviado
    se algum é um pagamento novo, rode o arquivo sem --only-valid: o pix mostra a opção que o permite`,
  referenceOfAnother: (row, amount, key, runId) =>
    `${row}: não será enviado, porque a referência é de outro pagamento: ${amount} para ${key} (lote ${runId}).`,
  referencesOfOthers: 'referência de outro pagamento',
  referencesTaken: (number) => failure`
    ${payments(number)} com referência de outro pagamento; nada foi enviado
    use uma referência própria para cada pagamento, ou ignore essas linhas: --only-valid`,
  secondWithdrawal: (line, first, second) =>
    `ALERTA: ${whichOf(line)} PODE TER SIDO FEITO DUAS VEZES, por ${first} e por ${second}: os dois têm um identificador dele. Confira ambos e peça a devolução de um.`,
  foreignSecond: (line, amount, first, second) =>
    `ALERTA: ${whichOf(line)} (${amount}) PODE TER SIDO FEITO DUAS VEZES, por ${first} e por ${second}, este feito à mão, por outra máquina ou programa, ou por um gateway que repetiu a requisição. Confira ambos e peça a devolução de um.`,
  otherMark: (line, id, mark) =>
    `ALERTA: ${whichOf(line)} consta como feito por ${id}, mas esse envio tem o identificador de outro pagamento (${mark}). Confirme com o destinatário antes de pagar de novo.`,
  unconfirmed: {
    refused: (row) => `${row}: recusado, mas uma cópia pode ter sido paga; a verificação não terminou`,
    absent: (row) => `${row}: não localizado no serviço`,
    ambiguous: (row) => `${row}: algum envio pode ser este pagamento, mas não há certeza`,
    unknown: (row) => `${row}: ainda sem confirmação`,
  },
  decide: {
    absent: (runId, line, allow) =>
      `Não localizado: o serviço não tem envio para o pagamento. Para enviar de novo: pix payouts resume ${runId} --allow ${allow}; para deixar sem pagar: pix payouts resolve ${runId} ${line ?? 'LINHA'} --not-paid`,
    ambiguous: (runId, line) =>
      `Compare os envios (pix withdraw list) e depois: pix payouts resolve ${runId} ${line ?? 'LINHA'} --paid ID, ou --not-paid`,
  },
  rowOf: (line, who, sum) => `Linha ${line} (${who}, ${sum})`,
  rowWithin: (line, who, sum) => `o pagamento da linha ${line} (${who}, ${sum})`,
  moreUnconfirmed: (number, runId) => `… e mais ${payments(number)}: pix payouts report ${runId} --format csv`,
  unconfirmedIn: (runId, number, sum) => `SEM CONFIRMAÇÃO em ${runId}: ${payments(number)} (${sum}).`,
  moreUnconfirmedRuns: (number) =>
    `… e mais ${count(number)} ${number === 1 ? 'lote' : 'lotes'} com pagamentos sem confirmação: pix payouts list`,
  runAbsent: (number, runId, allow) => failure`
    ${payments(number)} ${number === 1 ? 'não foi localizado' : 'não foram localizados'} no serviço, e nada foi reenviado
    não pague por outro meio; para enviar de novo: pix payouts resume ${runId} --allow ${allow}`,
  runUnknown: (number, runId) => failure`
    O DINHEIRO PODE TER SAÍDO: ${payments(number)} sem confirmação
    não pague por outro meio; veja o que fazer com: pix payouts status ${runId}`,
  refusedUnknown: (number, runId) => failure`
    o serviço recusou ${payments(number)}, mas uma cópia da requisição pode ter sido paga, e a verificação não terminou
    para concluir a verificação e enviar o que não foi pago: pix payouts resume ${runId}; até lá, não pague por outro meio`,
  paidByOther: (number, runId) => failure`
    ${payments(number)} ${number === 1 ? 'pode não ter sido feito: o envio tem o identificador' : 'podem não ter sido feitos: os envios têm os identificadores'} de outro pagamento
    compare: pix payouts report ${runId} --fields row,id,mark,reason; fale com os destinatários antes de pagar de novo`,
  runUnknownBecause: (number, runId, reason) => failure`
    O DINHEIRO PODE TER SAÍDO: ${payments(number)} sem confirmação, e a verificação falhou: ${reason}
    não pague por outro meio; quando estiver resolvido: pix payouts resume ${runId}`,
  paidTwice: (number, runId) => failure`
    O DINHEIRO PODE TER SAÍDO DUAS VEZES: ${payments(number)}
    compare os dois envios que cada ALERTA cita: pix withdraw get ID; veja também: pix payouts report ${runId} --fields row,id,secondId`,
};

/** Um pagamento avulso não está em planilha. */
function whichOf(line: string): string {
  return line === '' ? 'este pagamento' : `o pagamento da linha ${line}`;
}
