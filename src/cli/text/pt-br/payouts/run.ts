import type { Lack } from '../../../../payouts/journal/journal-database.ts';
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
  progressLooking: (left) => `verificando, faltam ${left}`,
  waitingFor: {
    network: (seconds) => `sem acesso ao serviço; nova tentativa em ${seconds} s`,
    rate_limit: (seconds) => `limite de requisições atingido; aguardando ${seconds} s`,
    one_at_a_time: (seconds) => `a conta permite um envio por vez; aguardando ${seconds} s pelo atual`,
  },
  stoppedSending: (reason) => `O envio parou: ${reason}.`,
  noClearResponse: (who, isEarlier) => {
    const whose = who === '' ? '' : ` para ${who}`;
    return isEarlier
      ? `Nada foi enviado agora${whose}: um comando anterior ficou sem resposta clara. O dinheiro pode ter saído`
      : `Sem resposta clara${whose}. O dinheiro pode ter saído, então o pix não reenvia`;
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
      `se esse envio pagou a linha ${line}: pix payouts resolve ${runId} ${line} --paid ${id}; depois retome com: pix payouts resume ${runId}`,
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
  past: (iso) => failure`${day(iso)} já passou; nada foi registrado nem enviado \n para pagar agora, remova --on`,
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
    `Nessa data: pix payouts resume ${runId}; para automatizar: pix payouts timer ${runId} --for systemd, cron ou task-scheduler`,
  notScheduled: (runId) => failure`
    o lote ${runId} não tem data
    informe a data ao iniciar: pix payouts run ARQUIVO --on DIA`,
  pastTimer: (iso, runId) => failure`
    esse horário de ${day(iso)} já passou; nenhum temporizador foi gravado
    envie o lote agora: pix payouts resume ${runId}`,
  invalidTime: (flag, typed) => failure`valor inválido para ${flag}: "${typed}" \n informe uma hora: 09:00`,
  needsProfile: failure`
    um temporizador não conhece variáveis: a chave e o endereço do registro precisam estar em um perfil, e a senha do banco, em um arquivo pgpass
    guarde-os: pix auth login -p NOME; pix config set journal ENDEREÇO; e remova PIX_API_KEY, PIX_JOURNAL e PGPASSWORD`,
  needsScheduler: (runId) => failure`
    --for é obrigatório
    pix payouts timer ${runId} --for systemd, cron ou task-scheduler`,
  unusableWord: (pathOrVariable) => failure`
    um temporizador não aceita ${pathOrVariable}
    use pastas e valores de variáveis sem quebras de linha, aspas nem pares de sinais de porcentagem`,
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
  lateSubmitted: (runId, file, iso) =>
    `ATRASADO: o lote ${runId} (${file}) vencia em ${day(iso)} e não foi enviado. Veja o que falta: pix payouts pending ${runId}`,
  moreLate: (number) => `ATRASADO: mais ${number}: pix payouts list`,
};

/** What the journal says, and what is said of it. */
export const journal: typeof english.journal = {
  journalFailed: (reason) => failure`
    não foi possível gravar o registro de pagamentos; o envio parou: ${reason}
    verifique o espaço em disco; depois encontre o lote com: pix payouts list, e retome-o: pix payouts resume LOTE`,
  journalInUse: (path) => failure`
    outro processo está usando o registro de pagamentos; nada mais é enviado
    espere até que ele termine, ou feche o programa que está com ${path} aberto; depois encontre o lote com: pix payouts list, e retome-o: pix payouts resume LOTE`,
  journalUnusable: (path, reason) => failure`
    não foi possível usar o registro de pagamentos: ${reason}
    o arquivo ${path} registra o que já foi pago: recupere uma cópia antes de pagar`,
  journalLost: (location, reason) => failure`
    a conexão com o registro de pagamentos caiu; o envio parou: ${reason}
    quando ${location} voltar a responder, em qualquer máquina: pix payouts list, depois pix payouts resume LOTE`,
  journalDenied: (location, reason) => failure`
    o usuário de ${location} não tem permissão no registro de pagamentos: ${reason}
    use um usuário que a tenha: pix config set journal postgres://USUÁRIO@HOST/BANCO; quem a concede é o dono do banco de dados`,
  journalDatabaseFailed: (location, reason) => failure`
    o banco de dados do registro de pagamentos informou um erro; nada mais é enviado: ${reason}
    verifique se ${location} aceita gravações: se não é um servidor standby nem um pooler e se tem espaço em disco; depois: pix payouts list e pix payouts resume LOTE`,
  journalUnreachable: {
    driver_missing: () => failure`
      o registro de pagamentos está no PostgreSQL, e o pacote pg não está instalado; nada foi enviado
      instale o pix e o pg pelo npm, pois o executável único não o usa: npm install -g pix-wallet pg`,
    unreachable: (location, reason) => failure`
      não foi possível conectar ao registro de pagamentos em ${location}; nada foi enviado: ${reason}
      confira o endereço (pix config get journal), a senha (PGPASSWORD ou um arquivo pgpass), se o servidor está no ar e se não é um pooler`,
    refused: (location, reason) => failure`
      ${location} recusou a conexão com o registro de pagamentos; nada foi enviado: ${reason}
      confira o usuário e o nome do banco; a senha vem de PGPASSWORD ou de um arquivo pgpass`,
    foreign: (location) => failure`
      o schema do registro de pagamentos em ${location} é de outro programa; nada foi enviado
      use outro banco: pix config set journal postgres://USUÁRIO@HOST/BANCO`,
    newer: (location) => failure`
      um pix mais novo gravou o registro de pagamentos em ${location}; nada foi enviado
      atualize o pix aqui também: npm install -g pix-wallet`,
    too_old: (location) => failure`
      ${location} é anterior ao PostgreSQL 14; nada foi enviado
      use o PostgreSQL 14 ou mais novo`,
    not_utf8: (location) => failure`
      ${location} não guarda todos os caracteres: a codificação dele não é UTF8; nada foi enviado
      crie outro banco: createdb --encoding=UTF8 --template=template0 BANCO`,
    pooled: (location) => failure`
      há um pooler antes do registro de pagamentos em ${location}, que descarta as configurações do pix; nada foi enviado
      conecte ao próprio servidor: pix config set journal postgres://USUÁRIO@HOST/BANCO`,
  },
  journalElsewhere: {
    moved: (location) => failure`
      este registro de pagamentos foi transferido para ${location}; nada foi enviado
      para pagar, use o registro de lá: pix config set journal ENDEREÇO ("default" para a pasta desta máquina)`,
    moving: (location) => failure`
      a transferência deste registro de pagamentos para ${location} não terminou; nada foi enviado
      repita o comando da transferência: pix payouts journal move DESTINO`,
    behind: (location) => failure`
      esta máquina tem um registro próprio em ${location}, que o compartilhado não conhece; nada foi enviado
      transfira-o antes: pix payouts journal move postgres://USUÁRIO@HOST/BANCO`,
    on_network: (location) => failure`
      o registro de pagamentos em ${location} está em um disco de rede, onde duas máquinas podem enviar o mesmo pagamento; nada foi enviado
      transfira-o para o PostgreSQL: pix payouts journal move postgres://USUÁRIO@HOST/BANCO. Ou mova essa pasta inteira, com o nome "state", para dentro de uma pasta no disco desta máquina, e informe a pasta de destino em PIX_CONFIG_DIR. Sem o registro, o que ele pagou poderia ser pago de novo`,
    network_folder: (location) => failure`
      ${location} está em um disco de rede, onde duas máquinas podem enviar o mesmo pagamento; nada foi enviado
      defina PIX_CONFIG_DIR com uma pasta no disco desta máquina, e entre outra vez (pix auth login). Várias máquinas compartilham um registro no PostgreSQL: pix config set journal postgres://USUÁRIO@HOST/BANCO`,
  },
  noSharedJournal: failure`
    este perfil não tem um registro compartilhado para transferir
    indique-o: pix config set journal postgres://USUÁRIO@HOST/BANCO`,
  moveNeedsYes: failure`--yes é obrigatório sem um terminal \n pix payouts journal move DESTINO --yes`,
  confirmMove: (from, to) => `Transferir o registro de ${from} para ${to}? O antigo é fechado de vez.`,
  journalNotEmpty: (location) => failure`
    ${location} já tem um registro com pagamentos; nada foi copiado
    use um banco vazio: dois registros não podem ser unidos`,
  journalMoved: (value) => `O registro foi transferido. Em cada perfil que paga: pix config set journal ${value}`,
  lacks: {
    missing: 'o arquivo sumiu ou está vazio, mas os lotes deixaram rastros ao lado dele',
    older: 'é uma cópia antiga, ou faltam as últimas entradas',
    replaced: 'não é o registro que estava aqui antes',
  } satisfies Readonly<Record<Lack, string>>,
  journalIncomplete: (folder, reason) => failure`
    o registro de pagamentos está incompleto: ${reason}; nada foi enviado
    restaure payouts.sqlite, junto com payouts.sqlite-wal, em ${folder}. Para começar sem ele, mova a pasta inteira para outro lugar: então o que ele pagou poderia ser pago de novo`,
  otherJournalPays: (when, sum, id) =>
    `Outro registro de pagamentos do pix faz envios desta conta (o último: ${sum}, ${when}, ${id}). O que ele pagou não consta aqui.`,
  sheet: {
    paid: (number, sum, place) => `${payments(number)}, ${sum} (${place}).`,
    partlyPaid: (paid, all, sum, total, place) =>
      `Pagos: ${count(paid)} de ${count(all)}, ${sum} de ${total} (${place})`,
    sentElsewhere: (number, sum) => `Enviados em outros lotes: ${count(number)} (${sum})`,
    place: (file, runId) => `${file}, lote ${runId}`,
    receipts: (runId) => `Comprovantes: pix payouts receipts ${runId} --out PASTA`,
    check: (runId) => `Verifique: pix payouts resume ${runId}`,
    resume: (runId) => `Envie o restante: pix payouts resume ${runId}`,
    retry: (runId, ending) => `Um arquivo só com eles: pix payouts report ${runId} --retry-file --out de-novo${ending}`,
    outcome: (runId) => `Acompanhe: pix payouts status ${runId} --refresh`,
    recorded: (when) => `registrado em ${when}`,
    approved: 'Aprovado em',
    feeOnTop: (onTop, all) =>
      onTop === all ? 'à parte' : `à parte em ${payments(onTop)}; nos demais, descontada do valor`,
  },
  moreUnpaid: (number, runId) => `… e mais ${count(number)}: pix payouts report ${runId}`,
  noRuns: 'Nenhum lote ainda. Comece com: pix payouts check ARQUIVO',
  noLatestRun: failure`nenhum lote ainda \n comece com: pix payouts check ARQUIVO`,
  needsOutcome: (runId, line) => failure`
    informe --paid ou --not-paid
    pix payouts resolve ${runId} ${line} --paid ID, ou --not-paid`,
  resolvePaid: (row, id, amount, key, when) =>
    `${row}: confirmar que FOI PAGO (envio ${id}: ${amount} para ${key} em ${when})?`,
  wholeId: 'este comando exige o ID completo; veja-o com: pix withdraw get ID --fields id',
  resolveNotPaid: (rows, number) =>
    number === 1
      ? `${rows}: confirmar que NÃO FOI PAGO? A referência fica livre para novo envio.`
      : `${rows}\nConfirmar que estes ${number} pagamentos NÃO FORAM FEITOS? As referências ficam livres para novo envio.`,
  invalidLine: (name, typed) => failure`
    valor inválido para ${name}: "${typed}"
    use o número de uma linha do arquivo; várias: 3,4,5`,
  resolveNeedsYes: failure`sem terminal para confirmar: nada foi alterado \n acrescente --yes para confirmar`,
  resolved: (row, status) => `${row}: ${status}.`,
  unchanged: { message: 'cancelado; nada foi alterado' },
  totalPaid: 'Total pago',
  reported: (number, path) => `Gravado em ${path}: ${payments(number)}.`,
  noFinalRows: 'Nenhum pagamento com resultado final ainda; nada a gravar.',
  leftForReturn: (lines) =>
    `Fica para o próximo retorno, porque o resultado ainda não é final, ou a referência é de outro lote: ${payments(lines.length)} (${lines.length === 1 ? 'linha' : 'linhas'} ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''}).`,
  returnNeedsOut: failure`um retorno com acentos só pode ser gravado em arquivo \n informe o nome: --out ARQUIVO.ret`,
  notRemittance: (runId) => failure`
    o lote ${runId} não veio de uma única remessa CNAB 240
    outro formato: --format csv|xlsx|excel-br|json`,
  noRetryRows: 'Nenhum pagamento confirmado como não realizado; nada a gravar.',
  notRetried: (number, otherId) =>
    `${payments(number)} não ${number === 1 ? 'deve ser repetido' : 'devem ser repetidos'}: outro lote já pagou o mesmo, ou pode ter pago: pix payouts report ${otherId}`,
  notSought: (number, runId) =>
    `Ainda fora do arquivo: ${payments(number)}; falta verificar se alguma cópia da requisição foi paga. Para verificar: pix payouts resume ${runId}`,
  notDecided: (number, runId, otherId) =>
    `Ainda fora do arquivo: ${payments(number)}; enquanto um pagamento parecido estiver sem confirmação, não dá para saber se uma cópia da requisição foi paga. Resolva primeiro esse pagamento: pix payouts resume ${otherId}${otherId === runId ? '' : `; depois: pix payouts resume ${runId}`}`,
  notSentYet: (number, runId) =>
    `Fora do arquivo, ainda por enviar: ${payments(number)}. Para enviar: pix payouts resume ${runId}`,
};
