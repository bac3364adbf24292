import type { Lack } from '../../../../payouts/journal/journal-database.ts';
import { failure } from '../../../errors/command-error.ts';
import type { journal as english } from '../../en/payouts/journal.ts';
import { count, payments } from '../numbers.ts';

export const journal: typeof english = {
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
  journalUnreachable: {
    driver_missing: () => failure`
      o registro de pagamentos está no PostgreSQL, e o pacote pg não está instalado; nada foi enviado
      instale os dois pelo npm, pois o executável único não o usa: npm install -g pix-wallet pg`,
    unreachable: (location) => failure`
      não foi possível conectar ao registro de pagamentos em ${location}; nada foi enviado
      confira o endereço (pix config get journal) e se o servidor está no ar`,
    refused: (location) => failure`
      ${location} recusou a conexão com o registro de pagamentos; nada foi enviado
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
  },
  journalElsewhere: {
    moved: (location) => failure`
      este registro de pagamentos foi transferido para ${location}; nada foi enviado
      pague a partir de lá: pix config set journal ENDEREÇO ("default" para a pasta desta máquina)`,
    moving: (location) => failure`
      a transferência deste registro de pagamentos para ${location} não terminou; nada foi enviado
      repita o comando da transferência: pix payouts journal move DESTINO`,
    behind: (location) => failure`
      esta máquina tem um registro próprio em ${location}, que o compartilhado não conhece; nada foi enviado
      transfira-o antes: pix payouts journal move postgres://USUÁRIO@HOST/BANCO`,
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
    older: 'é uma cópia antiga, ou faltam os últimos registros',
    replaced: 'não é o registro que estava aqui antes',
  } satisfies Readonly<Record<Lack, string>>,
  journalIncomplete: (folder, reason) => failure`
    o registro de pagamentos está incompleto: ${reason}; nada foi enviado
    restaure payouts.sqlite, junto com payouts.sqlite-wal, em ${folder}. Para começar sem ele, mova a pasta inteira: o que ele pagou poderia ser pago de novo`,
  otherJournalPays: (number, when, sum, id) =>
    `${number === 1 ? '1 envio foi feito' : `${count(number)} envios foram feitos`} desta conta por outro registro de pagamentos do pix (o último: ${sum}, ${when}, ${id}). O que ele pagou não consta aqui.`,
  sheet: {
    paid: (number, sum, place) => `${payments(number)}, ${sum} (${place}).`,
    partlyPaid: (paid, all, sum, total, place) =>
      `Pagos: ${count(paid)} de ${count(all)}, ${sum} de ${total} (${place})`,
    place: (file, runId) => `${file}, lote ${runId}`,
    receipts: (runId) => `Comprovantes: pix payouts receipts ${runId} --out PASTA`,
    check: (runId) => `Verificar: pix payouts resume ${runId}`,
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
    `Fica para o próximo retorno, porque o resultado ainda não é final: ${payments(lines.length)} (linha ${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ', …' : ''}).`,
  returnNeedsOut: failure`um retorno com acentos só pode ser gravado em arquivo \n informe o nome: --out ARQUIVO.ret`,
  notRemittance: (runId) => failure`
    o lote ${runId} não veio de uma única remessa CNAB 240
    outro formato: --format csv|xlsx|excel-br|json`,
  noRetryRows: 'Nenhum pagamento confirmado como não realizado; nada a gravar.',
  notSought: (number, runId) =>
    `Ainda fora do arquivo: ${payments(number)}; falta verificar se alguma cópia da requisição foi paga. Para verificar: pix payouts resume ${runId}`,
  notDecided: (number, runId, otherId) =>
    `Ainda fora do arquivo: ${payments(number)}; enquanto um pagamento parecido estiver sem confirmação, não dá para saber se uma cópia da requisição foi paga. Resolva primeiro esse pagamento: pix payouts resume ${otherId}${otherId === runId ? '' : `; depois: pix payouts resume ${runId}`}`,
  notSentYet: (number, runId) =>
    `Fora do arquivo, ainda por enviar: ${payments(number)}. Para enviar: pix payouts resume ${runId}`,
};
