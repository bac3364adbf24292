import type { ExpectedRecord, OtherPayment } from '../../cnab/read-remittance.ts';
import type { Pair, Pairs } from '../../contract/words/pairs.ts';
import type { AuditAct } from '../../payouts/approval/audit-log.ts';
import type { ColumnName } from '../../payouts/files/column-names.ts';
import type { AmountRefusal } from '../../pix/amount-text.ts';
import type { PixKeyRefusal, PixKeyType } from '../../pix/pix-key.ts';

/** The words in data, wherever a field has them. */
export const machine = {
  keychain: ['System keychain', 'Cofre de senhas'],
  command: ['Command', 'Comando'],
  file: ['File', 'Arquivo'],
  payments: ['Charges', 'Cobranças'],
  withdraws: ['Withdrawals', 'Envios'],
  statement: ['Statement', 'Extrato'],
  flag: ['Option', 'Opção'],
  environment: ['Environment', 'Ambiente'],
  config: ['Stored setting', 'Configuração salva'],
  default: ['Default', 'Padrão'],
  strict: ['As documented', 'Documentada'],
  message: ['Any with a message', 'Qualquer uma com mensagem'],
  proven: ['Proven', 'Conferido'],
  derived: ['Derived from the entries', 'Calculado pelos lançamentos'],
  reference: ['Reference', 'Referência'],
  endToEndId: ['End-to-end ID', 'ID da transação (EndToEndId)'],
  id: ['ID', 'ID'],
  amount_day_key: ['Amount, day and Pix key', 'Valor, dia e chave Pix'],
  amount_day: ['Amount and day', 'Valor e dia'],
  amount_key: ['Amount and Pix key', 'Valor e chave Pix'],
  amount_near_day: ['Amount, on a near day', 'Valor, em dia próximo'],
  decision: ['Decision', 'Decisão'],
  repeated: ['Repeated in the file', 'Repetido no arquivo'],
  fee: ['Differs by the fee', 'Diferença igual à tarifa'],
  amount: ['Amount not readable', 'Valor ilegível'],
  shown_otherwise: ['Not in reais', 'Não está em reais'],
  day: ['Day not readable', 'Data ilegível'],
  side: ['In or out not clear', 'Entrada ou saída incerta'],
  unproven_balance: ['A balance that nothing proves', 'Saldo que nada comprova'],
  sum: ['A sum that does not add up', 'Soma que não fecha'],
  count: ['A count that differs', 'Quantidade que difere'],
  balance: ['Balance', 'Saldo'],
  total: ['Total', 'Total'],
  heading: ['Heading', 'Título'],
  remark: ['Remark', 'Observação'],
  match: ['match', 'conciliar'],
  accept: ['accept', 'aceitar'],
} satisfies Pairs;

export const payoutStatuses = {
  planned: ['Not sent', 'Não enviado'],
  duplicate: ['Reference used before', 'Referência já usada'],
  sending: ['Being sent', 'Enviando'],
  paid: ['Paid', 'Pago'],
  accepted: ['Processing', 'Em processamento'],
  failed: ['Failed', 'Não concluído'],
  refused: ['Refused', 'Recusado'],
  unknown: ['UNCONFIRMED', 'SEM CONFIRMAÇÃO'],
  absent: ['Not found', 'Não localizado'],
  ambiguous: ['Unclear', 'Duvidoso'],
  resolved_paid: ['Paid (confirmed by you)', 'Pago (confirmado por você)'],
  resolved_unpaid: ['Not paid (confirmed by you)', 'Não pago (confirmado por você)'],
} satisfies Pairs;

export const reconciliationStatuses = {
  matched: ['Matched', 'Conciliado'],
  decided: ['Decided by you', 'Decidido por você'],
  left_out: ['Left out', 'Deixado de fora'],
  sum_differs: ['Sums of the file differ', 'Somas do arquivo não fecham'],
  sign_differs: ['Sign differs', 'Sinal trocado'],
  amount_differs: ['Amount differs', 'Valor diferente'],
  day_differs: ['Day differs', 'Dia diferente'],
  ambiguous: ['Several ways to match', 'Mais de uma possibilidade'],
  only_here: ['Only in the account', 'Só na conta'],
  only_there: ['Only in the file', 'Só no arquivo'],
  unread: ['Not readable', 'Ilegível'],
} satisfies Pairs;

export const fileCauses = {
  ENOENT: ['file not found', 'arquivo não encontrado'],
  ENOTDIR: ['part of the path is not a folder', 'parte do caminho não é uma pasta'],
  EISDIR: ['is a folder', 'é uma pasta'],
  EACCES: ['permission denied', 'sem permissão'],
  EPERM: ['the system does not allow it', 'o sistema não permite'],
  EBUSY: ['another program has it open; close it there', 'está aberto em outro programa; feche-o lá'],
  EROFS: ['read-only file system', 'local somente leitura'],
  ENOSPC: ['the disk is full', 'disco cheio'],
  EIO: ['the disk reported an error', 'o disco informou um erro'],
  EFBIG: ['the file is larger than the system allows', 'o arquivo é maior do que o sistema permite'],
  EDQUOT: ['quota exceeded', 'cota esgotada'],
} satisfies Pairs;

/** By the primary result codes of SQLite: https://www.sqlite.org/rescode.html */
export const databaseCauses = {
  3: ['permission denied', 'sem permissão'],
  5: ['another process is using the file', 'outro processo está usando o arquivo'],
  6: ['another process is using the file', 'outro processo está usando o arquivo'],
  8: ['the file is read-only', 'o arquivo é somente leitura'],
  10: ['the disk reported an error', 'o disco informou um erro'],
  11: ['the file is damaged', 'o arquivo está danificado'],
  13: ['the disk is full', 'disco cheio'],
  14: ['the file cannot be opened', 'não foi possível abrir o arquivo'],
  23: ['permission denied', 'sem permissão'],
  26: ['the file is not a database', 'o arquivo não é um banco de dados'],
} satisfies Pairs;

export const connectionCauses = {
  passwordMissing: ['a password is required, and there is none', 'falta a senha'],
} satisfies Pairs;

export const databaseRefusals = {
  locked: ['another process is using the file', 'outro processo está usando o arquivo'],
  unreadable: ['the file cannot be read', 'não foi possível ler o arquivo'],
  foreign: ['the file belongs to another program', 'o arquivo é de outro programa'],
  newer: ['a newer pix wrote the file', 'um pix mais novo gravou o arquivo'],
} satisfies Pairs;

/** Of what a receipt calls otherwise than its field. */
export const receipt = {
  issuedAt: ['Issued', 'Emitido em'],
  payer: ['Payer', 'Pagador'],
  id: ['Withdrawal', 'ID do envio'],
  charge: ['Charge', 'ID da cobrança'],
  paidAt: ['Paid', 'Pago em'],
  sent: ['Amount sent', 'Valor enviado'],
  notSent: ['To be sent', 'A enviar'],
  received: ['Amount paid', 'Valor pago'],
} satisfies Pairs;

/** Why a request is made again; `service_failed` for whatever else it may be. */
export const retryReasons = {
  too_many_requests: ['rate limit reached', 'limite de requisições atingido'],
  timed_out: ['no response', 'sem resposta'],
  connect_timeout: ['no connection', 'sem conexão'],
  connection_refused: ['connection refused', 'conexão recusada'],
  proxy_refused: ['no connection through the proxy', 'sem conexão pelo proxy'],
  connection_failed: ['connection failed', 'a conexão falhou'],
  connection_lost: ['connection lost', 'a conexão caiu'],
  answer_cut: ['incomplete response', 'resposta incompleta'],
  service_failed: ['the service failed', 'o serviço falhou'],
} satisfies Pairs;

export const keyFlaws = {
  empty: ['it is empty', 'está vazia'],
  unrecognised: [
    'it looks like none of CPF, CNPJ, e-mail, phone number or random key',
    'não parece CPF, CNPJ, e-mail, telefone nem chave aleatória',
  ],
  malformed: ['its format is invalid', 'o formato é inválido'],
  wrong_length: ['it has the wrong number of digits', 'tem dígitos a mais ou a menos'],
  lost_leading_zeros: ['it seems to have lost its leading zeros', 'parece ter perdido os zeros à esquerda'],
  scientific_notation: [
    'a spreadsheet has rounded it (scientific notation)',
    'uma planilha a arredondou (notação científica)',
  ],
  repeated_digit: ['all of its digits are the same', 'todos os dígitos são iguais'],
  wrong_check_digits: [
    'its check digits do not match: a typing error?',
    'dígito verificador inválido: erro de digitação?',
  ],
  foreign_number: ['it is not a Brazilian number', 'não é um número brasileiro'],
  area_code_missing: ['it lacks the area code', 'falta o DDD'],
  unknown_area_code: ['there is no such area code', 'esse DDD não existe'],
  landline: [
    'it is a landline, and only mobile numbers are Pix keys',
    'é um telefone fixo, e só celulares são chaves Pix',
  ],
  ninth_digit_missing: [
    'a mobile number has nine digits and begins with 9',
    'um celular tem nove dígitos e começa com 9',
  ],
  not_a_mobile: ['it is not a mobile number', 'não é um número de celular'],
  too_long: ['it is longer than 77 characters', 'tem mais de 77 caracteres'],
  domain_without_dot: ['the part after the @ is not a domain', 'a parte depois do @ não é um domínio'],
} satisfies Readonly<Record<PixKeyRefusal, Pair>>;

export const keyTypes = {
  CPF: ['CPF', 'CPF'],
  CNPJ: ['CNPJ', 'CNPJ'],
  EMAIL: ['e-mail', 'e-mail'],
  PHONE: ['phone', 'telefone'],
  RANDOM: ['random key', 'chave aleatória'],
} satisfies Readonly<Record<PixKeyType, Pair>>;

export const amountFlaws = {
  empty: ['it is empty', 'está vazio'],
  not_a_number: ['not an amount', 'não é um valor em reais'],
  sign: ['it must have no sign', 'escreva o valor sem sinal'],
  exponent: ['scientific notation is not allowed', 'não use notação científica'],
  too_many_decimals: ['it has more than two decimals', 'tem mais de duas casas decimais'],
  too_large: ['it is too large', 'é grande demais'],
} satisfies Readonly<Record<Exclude<AmountRefusal, 'ambiguous'>, Pair>>;

/** Where a key comes from, and why it does not. */
export const keySources = {
  command: ['the profile, by its command', 'do perfil, por seu comando'],
  environment: ['PIX_API_KEY', 'de PIX_API_KEY'],
  keychain: ['the profile, in the keychain', 'do perfil, no cofre de senhas'],
  file: ['the profile, in the file', 'do perfil, no arquivo'],
} satisfies Pairs;

export const keychainReasons = {
  noSession: ['no desktop session', 'sem sessão gráfica'],
  locked: ['it is locked, or access was denied', 'está bloqueado, ou o acesso foi negado'],
  silent: ['it does not respond', 'não responde'],
  unreliable: ['it does not return what it stores', 'não devolve o que guarda'],
} satisfies Pairs;

export const keyCommandReasons = {
  'printed nothing': ['it printed nothing', 'ele não imprimiu nada'],
  'printed something else': ['it printed something else than a key', 'ele imprimiu outra coisa, não uma chave'],
  'took too long': ['it took longer than two minutes', 'ele levou mais de dois minutos'],
  'not found': ['there is no such program', 'esse programa não existe'],
} satisfies Pairs;

export const helpHeadings = {
  usage: ['Usage:', 'Uso:'],
  arguments: ['Arguments:', 'Argumentos:'],
  options: ['Options:', 'Opções:'],
  advanced: ['Advanced:', 'Avançadas:'],
  commands: ['Commands:', 'Comandos:'],
  examples: ['Examples:', 'Exemplos:'],
} satisfies Pairs;

export const helpGroups = {
  everyday: ['Every day', 'No dia a dia'],
  account: ['Account and settings', 'Conta e configuração'],
  localService: ['Local service', 'Serviço local'],
  more: ['More', 'Mais'],
} satisfies Pairs;

export const checks = {
  version: ['version', 'versão'],
  terminal: ['terminal', 'terminal'],
  configFile: ['profiles', 'perfis'],
  settings: ['address', 'endereço'],
  key: ['key', 'chave'],
  readOnly: ['read-only', 'somente leitura'],
  state: ['records', 'registros'],
  proxy: ['proxy', 'proxy'],
  dns: ['DNS', 'DNS'],
  certificate: ['certificate', 'certificado'],
  service: ['service', 'serviço'],
  clock: ['clock', 'relógio'],
  permissions: ['permissions', 'permissões'],
  rate: ['rate limit', 'limite de requisições'],
} satisfies Pairs;

/** Of a file of payouts, as problems name them. */
export const payoutColumns = {
  reference: ['reference', 'referência'],
  name: ['name', 'nome'],
  taxId: ['CPF or CNPJ', 'CPF ou CNPJ'],
  pixKeyType: ['key type', 'tipo da chave'],
  pixKey: ['Pix key', 'chave Pix'],
  amount: ['amount', 'valor'],
  description: ['description', 'descrição'],
  allowDuplicate: ['duplicate allowed', 'duplicado permitido'],
  coverFee: ['fee on top', 'tarifa à parte'],
  dueOn: ['due date', 'vencimento'],
} satisfies Readonly<Record<ColumnName, Pair>>;

/** What a remittance may contain besides Pix to keys. */
export const otherPayments = {
  account: ['credit to an account', 'crédito em conta'],
  bank_transfer: ['TED or DOC', 'TED ou DOC'],
  boleto: ['boleto', 'boleto'],
  tax: ['tax or bill', 'tributo ou conta'],
  qr_code: ['QR code', 'QR code'],
  bank_data: ['Pix to bank data', 'Pix por dados bancários'],
  other: ['another kind of payment', 'outro tipo de pagamento'],
} satisfies Readonly<Record<OtherPayment, Pair>>;

export const plan = {
  digest: ['File code', 'Código do arquivo'],
  sum: ['Sum', 'Soma'],
  arrives: ['Recipients receive', 'Destinatários recebem'],
  availableAfter: ['Available after', 'Disponível depois'],
  remains: ['Balance after', 'Saldo depois'],
  alreadyPaid: ['Already sent', 'Já enviados'],
  leftOut: ['Left out', 'Fora do lote'],
  alreadyPaidNote: ['by earlier runs', 'em lotes anteriores'],
  leftOutNote: ['invalid (--only-valid)', 'com erro (--only-valid)'],
  leftOutEarlierNote: ['may have been paid before (--only-valid)', 'podem já ter sido pagos (--only-valid)'],
} satisfies Pairs;

export const approval = {
  submitted: ['Submitted', 'Enviado para aprovação'],
  approvals: ['Approvals', 'Aprovações'],
  left: ['Left to send', 'Falta enviar'],
  expires: ['Approvals expire', 'Validade das aprovações'],
  lapsed: ['No longer counts', 'Sem validade'],
  version: ['Version', 'Versão'],
  administrators: ['Administrators', 'Administradores'],
  submitters: ['Submitters', 'Quem envia para aprovação'],
  approvers: ['Approvers', 'Aprovadores'],
  paymentCap: ['Cap per payment', 'Limite por pagamento'],
  dayCap: ['Cap per day', 'Limite por dia'],
  recipients: ['Recipients', 'Destinatários'],
} satisfies Pairs;

export const acts = {
  submitted: ['Submitted', 'Enviado para aprovação'],
  approved: ['Approved', 'Aprovado'],
  rejected: ['Rejected', 'Rejeitado'],
  early: ['Sent before its day', 'Envio antes da data'],
  ran: ['Started sending up to', 'Envio iniciado, até'],
  resolved: ['Resolved', 'Resolvido'],
  policy: ['Policy set', 'Política definida'],
} satisfies Readonly<Record<AuditAct, Pair>>;

export const exportTotals = {
  payments: ['Total of paid charges', 'Total das cobranças pagas'],
  withdraws: ['Total of completed withdrawals', 'Total dos envios concluídos'],
  statement: ['Total', 'Total'],
} satisfies Pairs;

export const checkNeeds = {
  settings: ['needs an address and a key', 'depende de um endereço e de uma chave'],
  dns: ['needs the address of the host', 'depende do endereço do host'],
  service: ['needs a response from the service', 'depende de uma resposta do serviço'],
} satisfies Pairs;

export const receiptTitles = {
  paid: ['Receipt: Pix sent', 'Comprovante: Pix enviado'],
  pending: ['NOT A RECEIPT: this withdrawal is not completed', 'NÃO É COMPROVANTE: este envio não foi concluído'],
  received: ['Receipt: Pix received', 'Comprovante: Pix recebido'],
} satisfies Pairs;

export const columnMeanings = {
  name: ["the recipient's name", 'o nome do destinatário'],
  reference: ['the reference, which no other payment repeats', 'a referência, que não se repete em outro pagamento'],
  neither: ['something else', 'outra coisa'],
} satisfies Pairs;

export const spoken = {
  done: ['done', 'feito'],
  nothing: ['none', 'vazio'],
  number: [(choices: number) => `Number from 1 to ${choices}:`, (choices: number) => `Número de 1 a ${choices}:`],
  noChoice: ['Type one of these numbers.', 'Digite um destes números.'],
} satisfies Pairs;

export const ages = {
  now: ['now', 'agora'],
  minutes: [(count: number) => `${count} min`, (count: number) => `${count} min`],
  hours: [(count: number) => `${count} h`, (count: number) => `${count} h`],
  days: [(count: number) => `${count} d`, (count: number) => `${count} dias`],
  months: [(count: number) => `${count} months`, (count: number) => `${count} meses`],
  years: [(count: number) => `${count} years`, (count: number) => `${count} anos`],
} satisfies Pairs;

export const spans = {
  today: ['today', 'hoje'],
  since: [(from: string) => `since ${from}`, (from: string) => `desde ${from}`],
  until: [(to: string) => `until ${to}`, (to: string) => `até ${to}`],
  between: [(from: string, to: string) => `from ${from} to ${to}`, (from: string, to: string) => `de ${from} a ${to}`],
  on: [(day: string) => `on ${day}`, (day: string) => `em ${day}`],
  created: [(span: string) => `${span}, by date of creation`, (span: string) => `${span}, pela data de criação`],
  settled: [(span: string) => `${span}, by date of settlement`, (span: string) => `${span}, pela data de liquidação`],
} satisfies Pairs;

export const expectedRecords = {
  batch: ['the header of a batch, or the trailer of the file', 'o header de um lote ou o trailer do arquivo'],
  payment: ['a payment of the batch, or its trailer', 'um pagamento do lote ou o trailer do lote'],
  nothing: ['the end of the file', 'o fim do arquivo'],
} satisfies Readonly<Record<ExpectedRecord, Pair>>;

export const changedParts = {
  rows: ['its rows are not those that were submitted', 'as linhas não são as que foram enviadas para aprovação'],
  run: ['its count or sum is not that of its rows', 'a quantidade ou a soma não é a das linhas'],
  submission: ['its submission is not what was signed', 'o pedido de aprovação não é o que foi assinado'],
  approval: ['an approval is not what was signed', 'uma aprovação não é a que foi assinada'],
} satisfies Pairs;

export const loginPrompts = {
  baseUrl: ['Address of the service (https://…)', 'Endereço do serviço (https://…)'],
  apiKey: ['API key (hidden)', 'Chave de API (não é exibida)'],
  whichProfile: ['Which profile?', 'Qual perfil?'],
} satisfies Pairs;
