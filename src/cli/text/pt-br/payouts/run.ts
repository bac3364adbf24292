import { failure } from '../../../errors/command-error.ts';
import type * as english from '../../en/payouts/run.ts';
import { count, oneDecimal, payments, rows, dayText as day } from '../numbers.ts';

export const running: typeof english.running = {
  rows,
  payments,
  typeSum: (sum) => `Para confirmar, digite a soma (${sum}); Enter cancela:`,
  sumDiffers: (typed, sum) => `"${typed}" não é ${sum}`,
  needsConsent: failure`
    sem terminal para confirmar: nada foi enviado
    acrescente --yes e --confirm-total SOMA para pagar`,
  totalDiffers: (typed, sum) => failure`
    --confirm-total é ${typed}, mas o arquivo soma ${sum}; nada foi enviado
    confira se é o arquivo certo`,
  resumed: (runId) => `Este arquivo já tinha um lote: retomando ${runId}.`,
  nothingLeft: 'Não resta nada a enviar.',
  resumeNeedsYes: (number) => failure`
    sem terminal para confirmar ${payments(number)}: nada foi enviado
    acrescente --yes para enviar`,
  progress: (sent, all, sum) => `${count(sent)} de ${count(all)} enviados, ${sum}`,
  progressSpeed: (perSecond, left) => `${oneDecimal(perSecond)} por segundo, faltam ${left}`,
  progressUnderWay: (number) => `${count(number)} em envio`,
  progressUnknown: (number) => `${count(number)} sem confirmação`,
  progressAwaiting: (number, left) =>
    `aguardando ${count(number)} ${number === 1 ? 'resposta' : 'respostas'}, no máximo mais ${left}`,
  progressLooking: (left) => `verificando, faltam ${left}`,
  waitingFor: {
    network: (seconds) => `sem acesso ao serviço; nova tentativa em ${seconds} s`,
    rate_limit: (seconds) => `limite de requisições atingido; aguardando ${seconds} s`,
    one_at_a_time: (seconds) => `a conta permite um envio por vez; aguardando ${seconds} s pelo atual`,
  },
  stoppedSending: (reason) => `O envio parou: ${reason}.`,
  noResponse: (who, { isAnswered, isEarlier }) => {
    const whose = who === '' ? '' : ` para ${who}`;
    const response = isAnswered ? 'em resposta clara' : 'em resposta';
    return isEarlier
      ? `Nada foi enviado agora${whose}: um comando anterior ficou s${response}. O dinheiro pode ter saído`
      : `S${response}${whose}. O dinheiro pode ter saído, então o pix não reenvia`;
  },
  looking: (lost, number, until, left, runId) =>
    `${lost}: verificando se ${number === 1 ? 'o pagamento foi feito' : 'os pagamentos foram feitos'}, no máximo até ${until} (${left}). Ctrl-C deixa a verificação para depois: pix payouts resume ${runId}`,
  andMorePayments: (number) => ` e mais ${payments(number)}`,
  foundPayment: (payment, id) => `Localizado: ${payment} foi enviado, com o ID ${id}.`,
  lookingAtRefused: (number, until) =>
    `${payments(number)} com recusa: verificando se alguma cópia da requisição foi paga, no máximo até ${until}. Ctrl-C deixa a verificação para depois.`,
  checkingOnHold: 'Verificando de novo os pagamentos que dependem de você.',
  lookFailed: (reason) => `A verificação falhou: ${reason}`,
  stopping: 'Parando: nenhum novo envio; aguardando as últimas respostas. Ctrl-C de novo sai já.',
  runPartly: (missing, all, details, hint) => failure`
    ${count(missing)} de ${payments(all)} não ${missing === 1 ? 'foi feito' : 'foram feitos'} (${details})
    ${hint}`,
  hints: {
    resume: (runId) => `retome com: pix payouts resume ${runId}`,
    resolve: (runId, line, id) =>
      `se ele pagou a linha ${line}: pix payouts resolve ${runId} ${line} --paid ${id}; depois retome com: pix payouts resume ${runId}`,
    retryFile: (runId, ending) =>
      `veja o motivo: pix payouts report ${runId}; grave um arquivo só com eles: pix payouts report ${runId} --retry-file --out de-novo${ending}`,
    ownReferences: 'use uma referência própria para cada pagamento',
  },
  runStopped: (reason, runId) => failure`
    nada foi pago: ${reason}
    quando estiver resolvido: pix payouts resume ${runId}`,
  runInterrupted: (done, sum, left, runId) => failure`
    interrompido. Enviado: ${payments(done)} (${sum}); por enviar: ${payments(left)}
    retome com: pix payouts resume ${runId}`,
  followingInterrupted: (pending, runId) => failure`
    interrompido; tudo foi enviado${pending === 0 ? '' : `, com ${payments(pending)} ainda em processamento`}
    para ver o resultado: pix payouts status ${runId} --refresh`,
  notFollowed: (pending, runId) => failure`
    tudo foi enviado, mas ainda não se conhece o resultado de ${payments(pending)}
    não pague por outro meio; veja o resultado com: pix payouts status ${runId} --refresh`,
  runUnreported: (number, sum, runId, reason) => failure`
    enviado: ${payments(number)} (${sum}), mas não foi possível gravar o resultado completo: ${reason}
    não repita o lote para ver o resultado; veja com: pix payouts status ${runId}`,
  leftUnderWay: (reason, runId, underWay) => failure`
    O DINHEIRO PODE TER SAÍDO: o comando terminou antes de todas as respostas (${reason})${underWay === 0 ? '' : `; sem resposta: ${payments(underWay)}`}
    não pague por outro meio; verifique com: pix payouts resume ${runId}`,
};

export const schedule: typeof english.schedule = {
  invalidDay: (flag, typed) => failure`
    valor inválido para ${flag}: "${typed}"
    informe um dia (05/12/2026 ou 2026-12-05), hoje, amanhã ou "último dia útil"`,
  past: (iso) => failure`${day(iso)} já passou; nada foi registrado nem enviado \n para pagar agora, omita --on`,
  holidaysUnknown: (end) => failure`
    os feriados bancários são conhecidos só até ${day(end)}
    informe o próprio dia: --on 31/01/2036; ou atualize o pix`,
  afterHolidays: (iso, end) =>
    `Os feriados bancários são conhecidos só até ${day(end)}: ${day(iso)} pode ser um deles. O Pix funciona todos os dias.`,
  noBusinessDay: (iso, next) =>
    `${day(iso)} não é dia útil. O Pix funciona todos os dias; o próximo dia útil: --on ${day(next)}`,
  otherwise: (runId, iso) => failure`
    ${iso === null ? `este arquivo já foi processado como ${runId}, sem --on; nada foi enviado` : `este arquivo já foi agendado como ${runId}, para ${day(iso)}, e a data não muda; nada foi enviado`}
    veja: pix payouts status ${runId}; retome: pix payouts resume ${runId}`,
  planned: (iso) => `Nada é enviado antes de ${day(iso)}.`,
  scheduled: (number, sum, iso, place) =>
    `Agendado para ${day(iso)}: ${payments(number)}, ${sum} (${place}). Ainda não enviado.`,
  sendOn: (runId) =>
    `Nessa data: pix payouts resume ${runId}; sozinho: pix payouts timer ${runId} --for systemd, cron ou task-scheduler`,
  notScheduled: (runId) => failure`
    o lote ${runId} não tem data
    informe a data ao iniciar: pix payouts run ARQUIVO --on DIA`,
  pastTimer: (iso, runId) => failure`
    esse horário de ${day(iso)} já passou; nenhum temporizador foi escrito
    envie o lote agora: pix payouts resume ${runId}`,
  invalidTime: (flag, typed) => failure`valor inválido para ${flag}: "${typed}" \n informe uma hora: 09:00`,
  needsProfile: failure`
    um temporizador não conhece variáveis: a chave e o endereço do registro precisam estar em um perfil
    guarde-os: pix auth login -p NOME; pix config set journal ENDEREÇO; e remova PIX_API_KEY e PIX_JOURNAL`,
  needsScheduler: (runId) => failure`
    --for é obrigatório
    pix payouts timer ${runId} --for systemd, cron ou task-scheduler`,
  unusablePath: (path) => failure`
    um timer não pode citar este caminho: ${path}
    use pastas sem quebras de linha, aspas nem pares de sinais de porcentagem no nome`,
  installFrom: 'Nada foi gravado nem instalado. Para gravar os arquivos e ver como instalar: --out PASTA',
  timerWritten: (path) => `Gravado: ${path}`,
  install: {
    systemd: (name, path) =>
      `Instale: cp ${path}.service ${path}.timer ~/.config/systemd/user/ && systemctl --user enable --now ${name}.timer; para funcionar sem sessão aberta: loginctl enable-linger`,
    cron: (_name, path, zone) =>
      `Instale: (crontab -l; cat ${path}.cron) | crontab -; o horário é o de ${zone}, que também deve ser o do cron, e a máquina precisa estar ligada. Depois, remova a linha: crontab -e`,
    'task-scheduler': (name, path) => `Instale: schtasks /Create /TN "${name}" /XML "${path}.xml"`,
  },
  late: (runId, file, iso) =>
    `ATRASADO: o lote ${runId} (${file}) vencia em ${day(iso)} e não foi enviado por completo. Envie: pix payouts resume ${runId}`,
  moreLate: (number) => `ATRASADO: mais ${number}: pix payouts list`,
};
