import type { Lack } from '../../../payouts/journal/journal-database.ts';
import type { Complaint } from '../../errors/command-error.ts';
import { oneDecimal } from './one-decimal.ts';
import { payoutErrors, payoutStops } from './payouts-errors.ts';
import { payoutsHelp } from './payouts-help.ts';
import { payoutFindings } from './payouts-problems.ts';
import { singlePayout } from './payouts-single.ts';

const count = (number: number): string => number.toLocaleString('pt-BR');
const rows = (number: number): string => `${count(number)} ${number === 1 ? 'linha' : 'linhas'}`;

export const payoutStatuses = {
  planned: 'Não enviado',
  duplicate: 'Referência já usada',
  sending: 'Sendo enviado',
  paid: 'Pago',
  accepted: 'Pendente',
  failed: 'Falhou',
  refused: 'Recusado',
  unknown: 'INCERTO',
  absent: 'Retido: ausente',
  ambiguous: 'Retido: ambíguo',
  resolved_paid: 'Pago (decidido)',
  resolved_unpaid: 'Não pago (decidido)',
};

export const payoutFields = {
  row: 'Linha',
  line: 'Linha do arquivo',
  column: 'Coluna',
  message: 'O que há de errado',
  reference: 'Referência',
  taxId: 'CPF/CNPJ',
  reason: 'Motivo',
  code: 'Código',
  time: 'Horário',
  attempts: 'Tentativas',
  mark: 'Marca',
  secondId: 'Segundo saque',
  resolvedBy: 'Decidido por',
  run: 'Execução',
  service: 'Serviço',
  digest: 'Hash',
  approvedAt: 'Aprovada',
  'paid.rows': 'Pagas',
  'pending.rows': 'Pendentes',
  'notPaid.rows': 'Não pagas',
  'notSent.rows': 'Não enviadas',
  'open.rows': 'Incertas',
};

export const payouts = {
  stateFolder: {
    unwritable: (path: string, reason: string): Complaint => ({
      message: `não foi possível usar a pasta em que o pix guarda o que precisa lembrar: ${reason}`,
      hint: `verifique o dono e o espaço livre de ${path}, ou escolha outro lugar com PIX_CONFIG_DIR`,
    }),
  },
  payouts: {
    ...payoutsHelp,
    ...payoutFindings,
    single: singlePayout,
    errors: payoutErrors,
    stops: payoutStops,
    rows,
    journalFailed: (reason: string): Complaint => ({
      message: `o diário de pagamentos não pode ser gravado, então nada mais é enviado: ${reason}`,
      hint: 'verifique o espaço livre; depois veja a situação da execução: pix payouts list, e continue com ela: pix payouts resume EXECUÇÃO',
    }),
    journalUnusable: (path: string, reason: string): Complaint => ({
      message: `o diário de pagamentos não pode ser usado: ${reason}`,
      hint: `ele é ${path}; sem ele ninguém sabe o que foi pago: recupere uma cópia antes de pagar`,
    }),
    lacks: {
      missing: 'o arquivo sumiu ou está vazio, embora suas execuções tenham deixado rastros ao lado',
      older: 'é uma cópia antiga, ou falta o que foi gravado por último',
      replaced: 'é outro diário, não o que estava aqui',
    } satisfies Readonly<Record<Lack, string>>,
    journalIncomplete: (folder: string, reason: string): Complaint => ({
      message: `o diário de pagamentos está incompleto: ${reason}; nada foi enviado`,
      hint: `restaure payouts.sqlite, junto com payouts.sqlite-wal, em ${folder}. Para começar sem ele, o que pode pagar de novo o que ele pagou, tire a pasta inteira dali`,
    }),
    otherJournalPays: (number: number, when: string, sum: string, id: string) =>
      `${number === 1 ? '1 saque foi feito' : `${count(number)} saques foram feitos`} desta conta por um pix cujo diário não está aqui (o mais recente: ${sum}, ${when}, ${id}): o que ele pagou não é conhecido aqui.`,
    sheet: {
      run: 'Execução',
      file: 'Arquivo',
      at: 'Serviço',
      approved: 'Aprovada',
      digest: 'Hash',
      all: 'Todas as linhas',
    },
    plan: {
      file: 'Arquivo',
      digest: 'Hash',
      rows: 'Linhas a pagar',
      sum: 'Soma',
      arrives: 'Chega',
      fees: 'Tarifas',
      leaves: 'Sai do saldo',
      balance: 'Saldo agora',
      remains: 'Fica',
      alreadyPaid: 'Já pagas',
      leftOut: 'Deixadas de fora',
      run: 'Execução',
      thisMachine: 'esta máquina',
      alreadyPaidNote: 'por execuções anteriores: não são enviadas de novo',
      leftOutNote: 'linhas erradas (--only-valid)',
      leftOutEarlierNote: 'podem já ter sido pagas (--only-valid)',
    },
    typeSum: (sum: string) => `Digite a soma (${sum}) para pagar, ou nada para cancelar:`,
    sumDiffers: (typed: string, sum: string) => `"${typed}" não é ${sum}`,
    needsConsent: {
      message: 'não há ninguém para confirmar, então nenhum dinheiro se move; nada foi enviado',
      hint: 'acrescente --yes e --confirm-total SOMA para pagar',
    },
    totalDiffers: (typed: string, sum: string): Complaint => ({
      message: `--confirm-total diz ${typed}, e o arquivo soma ${sum}; nada foi enviado`,
      hint: 'confira se é o arquivo certo: pix payouts check ARQUIVO',
    }),
    digestDiffers: (wanted: string, found: string): Complaint => ({
      message: `o arquivo não é o que foi aprovado: o hash dele é ${found}, não ${wanted}; nada foi enviado`,
      hint: 'peça que este arquivo seja conferido e aprovado, ou use o que foi: pix payouts check ARQUIVO',
    }),
    cancelled: { message: 'cancelado; nada foi enviado' },
    rowsWrong: (wrong: number, all: number) => ({
      message: `${rows(wrong)} de ${count(all)} ${wrong === 1 ? 'está errada' : 'estão erradas'}; nada foi enviado`,
      hint: 'corrija o arquivo, ou deixe de fora as linhas erradas: --only-valid',
    }),
    fileWrong: (problem: string) => ({
      message: `o arquivo não pode ser pago: ${problem}; nada foi enviado`,
      hint: 'veja como ele deve ser: pix payouts template --examples',
    }),
    preflight: {
      fee: (needed: string, available: string): Complaint => ({
        message: `o menor valor (${available}) não chega a ${needed}, o que sobra depois da tarifa: nada chegaria`,
        hint: 'faça as tarifas saírem por cima dos valores: --cover-fee',
      }),
      per_transaction: (needed: string, available: string): Complaint => ({
        message: `o maior pagamento leva ${needed}, e um só pode levar no máximo ${available}`,
        hint: 'veja os limites com: pix balance',
      }),
      balance: (needed: string, available: string): Complaint => ({
        message: `o saldo é pequeno demais: sairiam ${needed}, e há ${available}`,
        hint: 'veja o que há com: pix balance',
      }),
      daily: (needed: string, available: string): Complaint => ({
        message: `sairiam ${needed} do saldo, e o limite do dia ainda permite ${available}`,
        hint: 'divida o arquivo ou pague em outro dia; veja os limites com: pix balance',
      }),
      monthly: (needed: string, available: string): Complaint => ({
        message: `sairiam ${needed} do saldo, e o limite do mês ainda permite ${available}`,
        hint: 'divida o arquivo ou peça um limite maior; veja os limites com: pix balance',
      }),
    },
    knownFile: (runId: string) =>
      `Este arquivo já foi executado, como ${runId}: executá-lo de novo continua essa execução.`,
    paidBefore: (number: number, sum: string, when: string, runId: string) =>
      `Este arquivo já foi pago, em ${when}, como ${runId} (${rows(number)}, ${sum}). Nada foi enviado agora.`,
    ranBefore: (when: string, runId: string) =>
      `Este arquivo já foi executado, em ${when}, como ${runId}, e nada dele falta enviar. Nada foi enviado agora.`,
    payAgain: 'Se for para pagar mais uma vez: o mesmo comando com --again.',
    finishedFile: (when: string, runId: string) =>
      `Este arquivo já foi executado, em ${when}, como ${runId}, e nada dele falta enviar: pix payouts run não envia nada, a não ser com --again.`,
    nothingToPayAgain: {
      message: 'nada seria pago: execuções anteriores detêm a referência de todas as linhas; nada foi enviado',
      hint: 'dê referências novas às linhas que devem ser pagas mais uma vez, e execute o arquivo sem --again',
    },
    retryNeedsAgain:
      'Ele tem todas as linhas da execução, então é o mesmo arquivo: execute-o com --again, ou mude algo.',
    alikePaid: (number: number, sum: string, runId: string, when: string) =>
      `nota: ${rows(number)} sem referência com a mesma chave e o mesmo valor de pagamentos de execuções anteriores (${sum}; a mais recente: ${runId}, ${when}). Com referência o pix sabe distinguir.`,
    repeatedRow: (row: string, runId: string, when: string) =>
      `${row} não tem referência e tem a mesma chave e o mesmo valor de um pagamento de ${runId} (${when})`,
    payAgainQuestion: (number: number, sum: string) =>
      `${rows(number)} (${sum}) ${number === 1 ? 'pode já ter sido paga' : 'podem já ter sido pagas'}. Pagar de novo?`,
    cancelledPaidBefore: {
      message: 'cancelado; nada foi enviado',
      hint: 'para pagar só as outras linhas: --only-valid',
    },
    paidBeforeNeedsWord: (number: number, sum: string, runId: string, when: string): Complaint => ({
      message: `${rows(number)} sem referência (${sum}) ${number === 1 ? 'pode já ter sido paga' : 'podem já ter sido pagas'} (a execução mais recente: ${runId}, ${when}); nada foi enviado`,
      hint: 'para pagar só as outras linhas: --only-valid; para pagar de novo: --pay-again',
    }),
    rewrittenReference: (row: string, earlier: string, runId: string, when: string) =>
      `${row}: a mesma chave e o mesmo valor já foram enviados como "${earlier}" em ${runId} (${when}). Uma planilha pode ter alterado essa referência.`,
    referencesRewritten: (number: number): Complaint => ({
      message: `${rows(number)} ${number === 1 ? 'pode já ter sido paga' : 'podem já ter sido pagas'}, com uma referência que uma planilha alterou depois; nada foi enviado`,
      hint: 'restaure as referências ou deixe essas linhas de fora: --only-valid; se são pagamentos novos: --new-references',
    }),
    paidLately: (row: string, runId: string, when: string) =>
      `nota: ${row} tem referência nova, mas a mesma chave e o mesmo valor de um pagamento de ${runId} (${when}).`,
    moreEarlier: (number: number) => `… e mais ${rows(number)} assim: pix payouts check ARQUIVO --json`,
    nothingNew: {
      message: 'não há nada a pagar: todas as linhas podem já ter sido pagas; nada foi enviado',
      hint: 'se são pagamentos novos: --new-references para linhas com referência, --pay-again para as outras',
    },
    duplicatesHint:
      'para pagar linhas com a mesma chave e o mesmo valor: --allow-duplicates, ou --allow-duplicate LINHA para uma delas',
    newReferencesHint: 'se as referências são de pagamentos diferentes: --new-references',
    nothingToPay: { message: 'não há linha a pagar no arquivo', hint: 'veja como ele deve ser: pix payouts template' },
    moreProblems: (number: number) => `… e mais ${count(number)}; todos: --output csv`,
    fileUnreadable: (path: string, reason: string): Complaint => ({
      message: `${path} não pode ser lido: ${reason}`,
      hint: 'confira o nome e as permissões; - lê a entrada padrão',
    }),
    standardInput: 'entrada padrão',
    invalidDigest: (typed: string): Complaint => ({
      message: `"${typed}" não é um hash SHA-256`,
      hint: 'é sha256: e 64 dígitos hexadecimais, como pix payouts check informa',
    }),
    noticed: (words: string, lines: readonly number[], more: number) => {
      const places =
        lines.length === 0 ? '' : ` (linha ${lines.join(', ')}${more > 0 ? ` e mais ${count(more)}` : ''})`;
      return `nota: ${words}${places}`;
    },
    wouldSend: (number: number, sum: string) => `O arquivo está certo: ${rows(number)}, ${sum}. Nada foi enviado.`,
    resumed: (runId: string) => `Este arquivo já foi executado: continuando ${runId}.`,
    nothingLeft: 'Não há mais nada a enviar.',
    resumeNow: (number: number, sum: string) => `Enviar agora o que falta: ${rows(number)} (${sum})?`,
    resumeNeedsYes: (number: number): Complaint => ({
      message: `há ${rows(number)} a enviar, e ninguém para confirmar; nada foi enviado`,
      hint: 'acrescente --yes para enviar',
    }),
    progress: (done: number, all: number, sum: string) => `${count(done)} de ${count(all)} · ${sum} enviados`,
    progressSpeed: (perSecond: number, left: string) => ` · ${oneDecimal(perSecond)} por segundo, faltam ${left}`,
    progressUnknown: (number: number) => ` · ${count(number)} ${number === 1 ? 'incerta' : 'incertas'}`,
    waitingFor: {
      network: (seconds: string) => `não há como alcançar o serviço; nova tentativa em ${seconds} s`,
      rate_limit: (seconds: string) => `o serviço pede uma pausa de ${seconds} s`,
      one_at_a_time: (seconds: string) =>
        `a conta permite um saque por vez: esperando o que está em andamento, ${seconds} s`,
    },
    stoppedSending: (reason: string) => `O envio parou: ${reason}.`,
    looking: (number: number, until: string) =>
      `A resposta de ${rows(number)} se perdeu: procurando o saque, no máximo até ${until}. Ctrl-C deixa para depois.`,
    lookingAtRefused: (number: number, until: string) =>
      `${rows(number)} com recusa: antes de reenviar, o pix confere se nenhuma cópia do pedido foi paga, no máximo até ${until}. Ctrl-C deixa para depois.`,
    lookingAtHeld: 'Procurando de novo os pagamentos retidos.',
    lookFailed: (reason: string) => `A procura falhou desta vez e será repetida: ${reason}`,
    stopping: 'Parando: nada mais é enviado, e as respostas em andamento são esperadas. Outro Ctrl-C não espera.',
    secondWithdrawal: (row: string, first: string, second: string) =>
      `ALARME: a linha ${row} PODE TER SIDO PAGA DUAS VEZES, por ${first} e por ${second}: ambos trazem uma marca dela. Confira os dois e peça a devolução de um.`,
    otherMark: (row: string, id: string, mark: string) =>
      `ALARME: a linha ${row} consta como paga por ${id}, mas esse saque traz a marca de outro pagamento (${mark}). Confira com o destinatário antes de pagar de novo.`,
    held: {
      refused: (row: string, runId: string) =>
        `${row}: recusada, e o pix ainda não terminou de procurar uma cópia do pedido que pode ter sido paga. Para procurar de novo: pix payouts resume ${runId}`,
      absent: (row: string, runId: string, number: number) =>
        `${row}: o serviço não tem saque para ela. Para enviar de novo: pix payouts resume ${runId} --resend-proven-absent; para deixar sem pagar: pix payouts resolve ${runId} ${number} --not-paid`,
      ambiguous: (row: string, runId: string, number: number) =>
        `${row}: há saques que podem ser ela, e nada prova qual. Compare-os (pix withdraw list) e depois: pix payouts resolve ${runId} ${number} --paid ID, ou --not-paid`,
      unknown: (row: string, runId: string) =>
        `${row}: ninguém sabe ainda se foi paga. Para procurar de novo: pix payouts resume ${runId}`,
    },
    heldRow: (row: string, who: string, sum: string) => `Linha ${row} (${who}, ${sum})`,
    moreHeld: (number: number, runId: string) => `… e mais ${rows(number)}: pix payouts report ${runId} --format csv`,
    runUnknown: (number: number, runId: string): Complaint => ({
      message: `O DINHEIRO PODE TER SAÍDO: ninguém sabe se ${number === 1 ? 'foi paga' : 'foram pagas'}: ${rows(number)}`,
      hint: `não pague de outra maneira; veja o que fazer com: pix payouts status ${runId}`,
    }),
    refusedUnknown: (number: number, runId: string): Complaint => ({
      message: `o serviço recusou ${rows(number)}; o pix ainda não terminou de procurar uma cópia do pedido que pode ter sido paga`,
      hint: `para continuar a procurar, e então enviar o que não foi pago: pix payouts resume ${runId}; até lá, não pague de outra maneira`,
    }),
    paidByOther: (number: number, runId: string): Complaint => ({
      message: `${rows(number)}: talvez sem pagamento, pois os saques trazem as marcas de outros pagamentos`,
      hint: `compare: pix payouts report ${runId} --fields row,id,mark,reason; fale com os destinatários antes de pagar de novo`,
    }),
    runUnknownBecause: (number: number, runId: string, reason: string): Complaint => ({
      message: `O DINHEIRO PODE TER SAÍDO: ninguém sabe se ${rows(number)} ${number === 1 ? 'foi paga' : 'foram pagas'}, e não foi possível esclarecer: ${reason}`,
      hint: `não as pague de outra forma; quando isso estiver resolvido: pix payouts resume ${runId}`,
    }),
    referenceOfAnother: (row: string, amount: string, key: string, runId: string) =>
      `${row}: a referência é de outro pagamento, de ${amount} para ${key} (${runId}), então esta linha não é enviada.`,
    referencesOfOthers: 'referência de outro pagamento',
    referencesTaken: (number: number): Complaint => ({
      message: `${rows(number)} com referência de outro pagamento; nada foi enviado`,
      hint: 'dê a cada pagamento uma referência própria, ou deixe essas linhas de fora: --only-valid',
    }),
    paidTwice: (number: number, runId: string): Complaint => ({
      message: `O DINHEIRO PODE TER SAÍDO DUAS VEZES: ${rows(number)}`,
      hint: `veja os saques com: pix payouts report ${runId} --fields row,id,secondId`,
    }),
    runPartly: (missing: number, all: number, details: string, hint: string): Complaint => ({
      message: `${count(missing)} de ${rows(all)} ${missing === 1 ? 'não foi paga' : 'não foram pagas'} (${details})`,
      hint,
    }),
    hints: {
      resume: (runId: string) => `continue com: pix payouts resume ${runId}`,
      retryFile: (runId: string) =>
        `o porquê: pix payouts report ${runId}; um arquivo só com essas linhas: pix payouts report ${runId} --retry-file --out ARQUIVO`,
    },
    runStopped: (reason: string, runId: string): Complaint => ({
      message: `nada foi pago: ${reason}`,
      hint: `quando isso estiver resolvido, continue com: pix payouts resume ${runId}`,
    }),
    runInterrupted: (done: number, sum: string, left: number, runId: string): Complaint => ({
      message: `parado. Enviado: ${rows(done)} (${sum}); não enviado: ${rows(left)}`,
      hint: `continue com: pix payouts resume ${runId}`,
    }),
    followingInterrupted: (pending: number, runId: string): Complaint => ({
      message: `interrompido; todas as linhas foram enviadas, e ${rows(pending)} ainda em andamento`,
      hint: `para ver como terminam: pix payouts status ${runId} --refresh`,
    }),
    notFollowed: (pending: number, runId: string): Complaint => ({
      message: `todas as linhas saíram, mas ${rows(pending)} não ${pending === 1 ? 'pôde ser acompanhada' : 'puderam ser acompanhadas'} até o fim`,
      hint: `não as pague de outra forma; veja como terminam: pix payouts status ${runId} --refresh`,
    }),
    runUntold: (number: number, sum: string, runId: string, reason: string) => ({
      message: `${rows(number)} (${sum}) ${number === 1 ? 'foi enviada' : 'foram enviadas'}, e o resultado não pôde ser gravado até o fim: ${reason}`,
      hint: `não execute de novo para ver o resultado: pix payouts status ${runId}`,
    }),
    leftUnderWay: (reason: string, runId: string): Complaint => ({
      message: `O DINHEIRO PODE TER SAÍDO: terminou (${reason}) enquanto se esperavam respostas`,
      hint: `não pague de outra maneira; esclareça com: pix payouts resume ${runId}`,
    }),
    allPaid: (number: number, sum: string) => `Pronto: ${rows(number)} ${number === 1 ? 'paga' : 'pagas'}, ${sum}.`,
    stillPending: (number: number, runId: string) =>
      `${number === 1 ? 'Pendente' : 'Pendentes'}: ${rows(number)}. Para ver como ${number === 1 ? 'termina' : 'terminam'}: pix payouts status ${runId} --refresh`,
    alreadyPaid: (number: number) => `Não enviadas: ${rows(number)}, cujas referências são de execuções anteriores.`,
    noRuns: 'Ainda não há execuções. Comece com: pix payouts check ARQUIVO',
    noLatestRun: { message: 'ainda não há execuções', hint: 'comece com: pix payouts check ARQUIVO' },
    needsOutcome: {
      message: 'diga como terminou',
      hint: 'pix payouts resolve EXECUÇÃO LINHA --paid ID, ou --not-paid',
    },
    resolvePaid: (row: string, id: string) => `${row}: decidir que FOI PAGA, pelo saque ${id}?`,
    resolveNotPaid: (row: string) => `${row}: decidir que NÃO FOI PAGA? Então pode ser enviada de novo em outro lugar.`,
    resolveNeedsYes: {
      message: 'não há ninguém para confirmar; nada foi decidido',
      hint: 'acrescente --yes para decidir',
    },
    resolved: (row: string, status: string) => `${row}: ${status}.`,
    unchanged: { message: 'cancelado; nada foi decidido' },
    reported: (number: number, path: string) => `Gravado em ${path}: ${rows(number)}.`,
    templateWritten: (path: string) =>
      `Modelo gravado em ${path}. Confira-o depois de preencher: pix payouts check ${path}`,
    noRetryRows: 'Nenhuma linha ficou com certeza sem pagar: o arquivo seria vazio, e não foi gravado.',
    notSought: (number: number, runId: string) =>
      `Ainda fora do arquivo: ${rows(number)}; o pix não procurou cópias do pedido que podem ter sido pagas. Para procurar: pix payouts resume ${runId}`,
    notSentYet: (number: number, runId: string) =>
      `Ainda não enviadas, e fora do arquivo: ${rows(number)}; pix payouts resume ${runId} as envia.`,
  },
};
