import type { Complaint } from '../../../errors/command-error.ts';
import type { running as english } from '../../en/payouts/run.ts';
import { count, oneDecimal } from '../numbers.ts';
import { rows } from './rows.ts';

export const running: typeof english = {
  rows,
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
  cancelled: { message: 'cancelado; nada foi enviado' },
  resumed: (runId: string) => `Este arquivo já foi executado: continuando ${runId}.`,
  nothingLeft: 'Não há mais nada a enviar.',
  resumeNow: (number: number, sum: string) => `Enviar agora o que falta: ${rows(number)} (${sum})?`,
  resumeNeedsYes: (number: number): Complaint => ({
    message: `há ${rows(number)} a enviar, e ninguém para confirmar; nada foi enviado`,
    hint: 'acrescente --yes para enviar',
  }),
  progress: (sent: number, all: number, sum: string) => `${count(sent)} de ${count(all)} enviadas, ${sum}`,
  progressSpeed: (perSecond: number, left: string) => `${oneDecimal(perSecond)} por segundo, faltam ${left}`,
  progressUnknown: (number: number) => `${count(number)} sem confirmação`,
  progressLooking: (left: string) => `procurando o envio, faltam ${left}`,
  waitingFor: {
    network: (seconds: string) => `não há como alcançar o serviço; nova tentativa em ${seconds} s`,
    rate_limit: (seconds: string) => `o serviço pede uma pausa de ${seconds} s`,
    one_at_a_time: (seconds: string) =>
      `a conta permite um saque por vez: esperando o que está em andamento, ${seconds} s`,
  },
  stoppedSending: (reason: string) => `O envio parou: ${reason}.`,
  looking: (who: string, until: string, left: string, runId: string) =>
    `Sem resposta para ${who}: o dinheiro pode ter saído, então o pix não reenvia e está procurando o envio, no máximo até ${until} (${left}). Para parar de procurar: Ctrl-C; para procurar mais tarde: pix payouts resume ${runId}`,
  andMoreRows: (number: number) => ` e mais ${rows(number)}`,
  lookingForOne: (until: string, left: string, runId: string) =>
    `Sem resposta: o dinheiro pode ter saído, então o pix não reenvia e está procurando o envio, no máximo até ${until} (${left}). Para parar de procurar: Ctrl-C; para procurar mais tarde: pix payouts resume ${runId}`,
  foundRow: (row: string, id: string) => `Localizado: ${row} foi enviada, com o ID ${id}.`,
  lookingAtRefused: (number: number, until: string) =>
    `${rows(number)} com recusa: antes de reenviar, o pix confere se nenhuma cópia do pedido foi paga, no máximo até ${until}. Ctrl-C deixa para depois.`,
  lookingAtHeld: 'Procurando de novo os pagamentos retidos.',
  lookFailed: (reason: string) => `A procura falhou desta vez e será repetida: ${reason}`,
  stopping: 'Parando: nada mais é enviado, e as respostas em andamento são esperadas. Outro Ctrl-C não espera.',
  alreadyPaid: (number: number) => `Não enviadas: ${rows(number)}, cujas referências são de execuções anteriores.`,
  allPaid: (number: number, sum: string) => `Pronto: ${rows(number)} ${number === 1 ? 'paga' : 'pagas'}, ${sum}.`,
  stillPending: (number: number, runId: string) =>
    `${number === 1 ? 'Pendente' : 'Pendentes'}: ${rows(number)}. Para ver como ${number === 1 ? 'termina' : 'terminam'}: pix payouts status ${runId} --refresh`,
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
};
