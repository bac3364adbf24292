import { PIX_KEY_TYPES, type PixKeyType } from '../../pix/pix-key.ts';

export const COLUMN_NAMES = [
  'reference',
  'name',
  'taxId',
  'pixKeyType',
  'pixKey',
  'amount',
  'description',
  'allowDuplicate',
  'coverFee',
  'dueOn',
] as const;
export type ColumnName = (typeof COLUMN_NAMES)[number];

/** The ways to write the number of a document: `Nº nota`, `N° da nota`, `Número da nota`. */
function numbersOf(...documents: readonly string[]): string[] {
  return documents.flatMap((name) =>
    ['nº', 'n', 'no', 'num', 'numero'].flatMap((word) => [`${word}${name}`, `${word}da${name}`, `${word}do${name}`]),
  );
}

/** On which a payment is planned, where no column says when it is due. */
const PLANNED_DAYS = [
  ...['agendarpara', 'programarpara', 'pagarapartirde', 'previsaopagamento', 'previsaodepagamento'],
  ...['dataprevistapagamento', 'dataprevistadepagamento', 'dataprevistaparapagamento', 'dataprevista'],
  'dataprogramada',
];

/** Names without accents, case, spaces and punctuation. */
const KNOWN_NAMES: Readonly<Record<ColumnName, readonly string[]>> = {
  reference: [
    ...['referencia', 'ref', 'codigo', 'codigoreferencia', 'codigodereferencia', 'seunumero'],
    ...['nota', 'nf', 'nfe', 'notafiscal', 'fatura', 'pedido', 'documentofiscal'],
    ...numbersOf('documento', 'nota', 'notafiscal', 'nf', 'fatura', 'pedido'),
    ...['idpagamento', 'reference', 'referenceid', 'payoutid', 'externalid', 'externalreference'],
  ],
  name: [
    ...['nome', 'nomecompleto', 'nomefavorecido', 'nomedofavorecido', 'favorecido', 'beneficiario', 'recebedor'],
    ...['fornecedor', 'nomefornecedor', 'nomedofornecedor', 'empresa', 'nomeempresa', 'nomedaempresa'],
    ...['nomebeneficiario', 'nomedobeneficiario', 'nomerecebedor', 'nomedorecebedor', 'razaosocial'],
    ...['name', 'fullname', 'recipient', 'recipientname', 'beneficiary', 'beneficiaryname', 'payee', 'payeename'],
  ],
  taxId: [
    ...['cpfcnpj', 'cpfoucnpj', 'cnpjcpf', 'cpf', 'cnpj', 'documento', 'cpfcnpjfavorecido', 'cpfcnpjdofavorecido'],
    ...['taxid', 'taxnumber', 'document', 'recipienttaxid'],
  ],
  pixKeyType: [
    ...['tipochave', 'tipodechave', 'tipodachave', 'tipochavepix', 'tipodechavepix', 'tipodachavepix', 'tipo'],
    ...['pixkeytype', 'keytype', 'typeofkey', 'type'],
  ],
  pixKey: ['chavepix', 'chave', 'chavedopix', 'pix', 'pixkey', 'key', 'recipientpixkey'],
  amount: [
    ...['valor', 'valorr$', 'valorbrl', 'valoremreais', 'valorreais', 'valorpagamento', 'valordopagamento'],
    ...['valorapagar', 'valorpagar', 'valorliquido', 'quantia', 'montante'],
    ...['amount', 'amountbrl', 'amountinreais', 'amountreais', 'amountr$'],
  ],
  description: [
    ...['descricao', 'mensagem', 'historico', 'descricaopagamento', 'descricaodopagamento'],
    ...['description', 'message', 'memo', 'paymentdescription'],
  ],
  allowDuplicate: [
    ...['permitirduplicado', 'permitirduplicata', 'permiteduplicado', 'duplicadopermitido', 'duplicadook'],
    ...['allowduplicate', 'allowduplicates', 'duplicateallowed', 'duplicateok'],
  ],
  coverFee: [
    ...['cobrirtarifa', 'cobretarifa', 'cobrirtarifas', 'tarifaaparte', 'cobrirtaxa', 'taxaaparte'],
    ...['coverfee', 'coverfees', 'coversfee', 'feeontop'],
  ],
  dueOn: [
    ...['vencimento', 'datavencimento', 'datadevencimento', 'datadovencimento', 'vence', 'venceem', 'dtvencimento'],
    ...['vencto', 'dtvencto', 'datavencto', 'datadevencto', 'vcto', 'dtvcto', 'datavcto', 'datadevcto'],
    ...['venc', 'dtvenc', 'datavenc'],
    ...['datapagamento', 'datadepagamento', 'datadopagamento', 'pagarem'],
    ...['duedate', 'dueon', 'due', 'paymentdate', 'payon', ...PLANNED_DAYS],
  ],
};

/** Headings so general, folded, that a more specific one of the same meaning replaces them. */
export const GENERAL_NAMES: ReadonlySet<string> = new Set([
  ...['ref', 'codigo', 'documento', 'tipo', 'pix', 'mensagem', 'historico', 'fornecedor', 'empresa'],
  ...['nota', 'nf', 'nfe', 'notafiscal', 'fatura', 'pedido', 'documentofiscal'],
  ...numbersOf('documento', 'nota', 'notafiscal', 'nf', 'fatura', 'pedido'),
  ...['document', 'type', 'key', 'message', 'memo'],
  // Beside the day on which a bill is due, they may say when another was paid.
  ...['datapagamento', 'datadepagamento', 'datadopagamento', 'paymentdate', ...PLANNED_DAYS],
]);

const COLUMN_OF_NAME: ReadonlyMap<string, ColumnName> = new Map(
  COLUMN_NAMES.flatMap((column) => KNOWN_NAMES[column].map((name) => [name, column] as const)),
);

const BRACKETS = /\([^)]*\)|\[[^\]]*\]/g;
/** What brackets may say of an amount. Anything else may be another unit: `Valor (centavos)`, `Valor (mil R$)`. */
const SAID_OF_AMOUNTS: ReadonlySet<string> = new Set([
  ...['r$', 'brl', 'reais', 'emreais', 'emr$', 'inreais', 'inbrl'],
  ...['obrigatorio', 'required'],
]);

/**
 * The column that a heading means, in Portuguese or English, whatever its case, accents, spaces and punctuation. Text
 * in brackets is ignored, except that of an amount, which is part of its name.
 *
 * `value` and `total` are not accepted: among Pix services they are centavos as often as reais.
 */
export function columnOf(heading: string): ColumnName | undefined {
  const column = COLUMN_OF_NAME.get(foldHeading(heading));
  return column === 'amount' ? COLUMN_OF_NAME.get(foldAmountHeading(heading)) : column;
}

/** A heading without what is in brackets. */
export function foldHeading(heading: string): string {
  return foldText(heading.replaceAll(BRACKETS, ''));
}

/** The heading of an amount in reais: what its brackets say otherwise is part of its name. */
export function foldAmountHeading(heading: string, isSaidToo: (said: string) => boolean = () => false): string {
  const isLeftOut = (said: string) => SAID_OF_AMOUNTS.has(foldText(said)) || isSaidToo(said.slice(1, -1));
  return foldText(heading.replaceAll(BRACKETS, (said) => (isLeftOut(said) ? '' : said)));
}

/** Not behind a year: `(MM/DD/AAAA)`, `[mês-dia]`. */
const MONTH_FIRST = /(?<![\p{L}\p{N}][-/.]?)(?:mm?|m[eê]s|month)[-/.]?(?:dd?|dia|day)(?!\p{L}{3})/iu;

/** A day with its parts in the order of Brazil, where its heading says in brackets that the month comes first. */
export function dayFirst(text: string, heading = ''): string {
  const isMonthFirst = heading.match(BRACKETS)?.some((said) => MONTH_FIRST.test(said)) === true;
  return isMonthFirst ? text.replace(/^(\s*)(\d\d?)([-/.])(\d\d?)(?=\3)/, '$1$4$3$2') : text;
}

const OF_CURRENCY = /^(?:moeda|currency|ccy)(?:d[aeo]pagamento|d[aeo]valor|code)?$/;
/** 9 is the code of banks, 986 that of ISO 4217. */
const REAIS = /^(?:r\$|brl|rea(?:l|is)|brasil|brasileir[oa]s?|0*9|986)*$/;

export function isCurrencyHeading(heading: string): boolean {
  return OF_CURRENCY.test(foldHeading(heading));
}

/** Whether a cell below such a heading names another currency than reais: `USD`. */
export function isOtherCurrency(text: string): boolean {
  return !REAIS.test(foldText(text));
}

/** Keeps letters, digits and signs of units (`R$`, `¢`, `%`), without accents, in lower case: for comparing typed words. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{Sc}%‰]/gu, '');
}

/** Of either: its length says which. */
const EITHER_TAX_ID = ['cpfcnpj', 'cpfoucnpj', 'taxid', 'documento'];

/** Names of key types in either language, folded. */
const NAMES_OF_TYPE: Readonly<Record<PixKeyType, readonly string[]>> = {
  CPF: ['cpf', ...EITHER_TAX_ID],
  CNPJ: ['cnpj', ...EITHER_TAX_ID],
  EMAIL: ['email', 'enderecoeletronico'],
  PHONE: [
    ...['phone', 'phonenumber', 'mobile', 'mobilephone', 'cellphone'],
    ...['telefone', 'telefonecelular', 'tel', 'celular', 'cel'],
  ],
  RANDOM: ['random', 'randomkey', 'evp', 'aleatoria', 'aleatorio', 'chavealeatoria'],
};

/** The types that a typed name may mean, usually one; undefined when it is unknown. */
export function keyTypesOfName(typed: string): readonly PixKeyType[] | undefined {
  const name = foldText(typed);
  const types = PIX_KEY_TYPES.filter((type) => NAMES_OF_TYPE[type].includes(name));
  return types.length === 0 ? undefined : types;
}
