import type * as english from '../../en/payouts/approval.ts';
import { failure } from '../../../errors/command-error.ts';
import { count, dayText, payments } from '../numbers.ts';

const more = (missing: number) => (missing === 1 ? 'Falta 1 aprovação' : `Faltam ${count(missing)} aprovações`);
const from = (iso: string | null) => (iso === null ? '' : `, em ${dayText(iso)} ou depois`);

export const approval: typeof english.approval = {
  rules: {
    above: (sum, needed) => `acima de ${sum}: ${count(needed)}`,
    hours: (hours) => `${count(hours)} ${hours === 1 ? 'hora' : 'horas'}`,
    listed: (number) => `só ${count(number)} ${number === 1 ? 'chave listada' : 'chaves listadas'}`,
  },
  submitted: (number, sum) => `Enviado para aprovação: ${payments(number)}, ${sum}.`,
  isSubmitted: (runId) => `Este arquivo já foi enviado para aprovação, como ${runId}.`,
  madeAlready: (runId, isPaid, allow) => failure`
    ${isPaid ? `as linhas sem erro deste arquivo já foram pagas, no lote ${runId}` : `este arquivo já foi processado, no lote ${runId}, e não resta nada a enviar`}; nada foi enviado para aprovação
    ${isPaid ? '' : `veja o que foi pago: pix payouts status ${runId}; `}para pagar mais uma vez${allow === undefined ? ', use referências novas' : `: --allow ${allow}`}`,
  noneNeeded: 'nenhuma necessária',
  given: (given, needed, approvers) =>
    `${count(given)} de ${count(needed)}${approvers.length === 0 ? '' : ` (${approvers.join(', ')})`}`,
  approveWith: (runId, missing) => `${more(missing)}: pix payouts approve ${runId}`,
  awaited: (runId) => `Foi enviado para aprovação: pix payouts pending ${runId}`,
  stillMissing: (missing) => `${more(missing)}.`,
  startWith: (runId, needed, iso) =>
    `${needed === 0 ? 'Não precisa de aprovação' : 'As aprovações estão completas'}. Para enviar${from(iso)}: pix payouts resume ${runId}`,
  expiring: (runId, iso) =>
    `Há aprovações que vencem antes do envio em ${dayText(iso)}. Aprove de novo mais perto da data: pix payouts approve ${runId}`,
  lapsed: {
    expired: (when) => `venceu em ${when}`,
    policy: () => 'a política mudou depois',
    submitted: () => 'também enviou o lote para aprovação',
  },
  done: (runId) => `Não resta nada a enviar: pix payouts status ${runId}`,
  ready: (runs, runId, iso) =>
    runs === 1
      ? `O lote ${runId} não precisa de mais aprovações. Para enviar${from(iso)}: pix payouts resume ${runId}`
      : `${count(runs)} lotes não precisam de mais aprovações. Para enviar um deles: pix payouts resume LOTE`,
  approved: (runId, person) => `${person} aprovou o lote ${runId}.`,
  nonePending: 'Nenhum lote aguarda aprovação.',
  unstarted: 'Lotes enviados para aprovação que ainda não começaram: pix payouts pending',
  policySeenFirst: (version, setBy, digest) =>
    `nota: esta máquina vê a política pela primeira vez (versão ${version}, definida por ${setBy}). Confira o código dela com um administrador: ${digest}`,
  init: {
    needsTerminal: failure`
      este comando faz perguntas em um terminal, e não há terminal
      escreva o arquivo da política; o formato: pix payouts policy set --help`,
    administrator: (user) => `Seu nome na política (Enter: ${user})`,
    submitters: 'Quem envia pagamentos para aprovação? Nomes, separados por vírgula',
    approvers: 'Quem aprova? Nomes, separados por vírgula',
    above: 'Acima de que soma é necessária uma aprovação? (Enter: qualquer soma)',
    aboveForTwo: 'Acima de que soma são necessárias duas? (Enter: nunca)',
    payment: 'Maior pagamento (Enter: sem limite)',
    day: 'Maior soma em um dia (Enter: sem limite)',
    key: (name, found) => `Chave SSH pública de ${name}: a linha, ou um arquivo .pub (Enter: ${found ?? 'criar uma'})`,
    noNames: 'Digite pelo menos um nome.',
    noOther: 'A aprovação de quem envia não conta: informe outra pessoa.',
    noName: (typed) =>
      `nome inválido "${typed}": use letras, números, espaços e . _ - @, até 64, com pelo menos uma letra`,
    noKey: 'Não é uma chave SSH pública: digite a linha, ou o caminho de um arquivo .pub.',
    made: (name, file) => `Chave de ${name}: ${file}. Entregue só a ${name}; a parte pública está na política.`,
    written: (file, word, ownKey) => [
      `${file} está pronto. Assine:`,
      ...(ownKey === undefined ? [] : [`pix config set signing-key ${ownKey}`]),
      `pix payouts policy set ${word}`,
    ],
  },
  setPolicy: (version) => `Assinar como versão ${version} da política?`,
  policyNeedsYes: failure`
    é preciso confirmar, mas não há terminal; a política não foi alterada
    acrescente --yes para defini-la`,
  policyKept: { message: 'cancelado; a política não foi alterada' },
  policySet: (version, setBy, digest) =>
    `A versão ${version} da política está definida, assinada por ${setBy}. As outras máquinas mostram este código: ${digest}`,
  policyVoids: 'As aprovações dadas antes perderam a validade. O que precisa delas de novo: pix payouts pending',
  policyUnusable: (problem, path) => failure`
    a política não pode ser usada: ${problem}${path === '' ? '' : ` (${path})`}
    o formato: pix payouts policy set --help`,
  noSigningKey: failure`
    nenhuma chave SSH definida para assinar
    defina uma: pix config set signing-key ~/.ssh/id_ed25519; crie uma: ssh-keygen -t ed25519`,
  noSshKeygen: failure`
    não foi possível assinar: falta o ssh-keygen
    instale o OpenSSH (openssh-client, openssh-clients, ou o cliente OpenSSH do Windows)`,
  signingFailed: (key, reason) => failure`
    o ssh-keygen não assinou com ${key}${reason === '' ? '' : `: ${reason}`}
    é a chave certa, e um agente tem a chave? Veja: ssh-add -l`,
  lineNumber: (line) => `linha ${line}`,
  versionNumber: (version) => `versão ${version}`,
  emptyLog: 'O histórico está vazio.',
  logWhole: (entries) => `O histórico está íntegro: ${count(entries)} ${entries === 1 ? 'entrada' : 'entradas'}.`,
  logBroken: (entry) => failure`
    a entrada ${entry} do histórico não é a que foi gravada, ou não existe mais
    compare com uma cópia do registro, e descubra quem pode gravar nele`,
};

export const rejection: typeof english.rejection = {
  by: 'Rejeitado por',
  rejected: (runId, person) =>
    `${person} rejeitou o lote ${runId}. Ele não será pago; o arquivo pode ser enviado de novo para aprovação.`,
  reasonRequired: (runId) => failure`
    informe o motivo em --reason
    por exemplo: pix payouts reject ${runId} --reason "mês errado"`,
  invalidReason: (maximum) => failure`
    o motivo tem uma linha e no máximo ${maximum} caracteres
    encurte o texto de --reason`,
};
