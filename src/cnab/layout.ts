/**
 * What a field may contain: digits; text from its first column on, which may have to be there; blanks; nothing, as zeros
 * or blanks; anything, because it is not read; a day or a time; or one of these texts.
 */
export type Content = 'digits' | 'text' | 'required' | 'blank' | 'empty' | 'any' | 'date' | 'time' | readonly string[];

/** A field of a record. Columns count from 1, as in the manuals. */
export interface Field {
  /** Its name in the layout, which is Portuguese in every language. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly content: Content;
}

export type RecordLayout<Key extends string = string> = Readonly<Record<Key, Field>>;

type Fields<Key extends string> = Readonly<Record<Key, readonly [length: number, name: string, content: Content]>>;

export const RECORD_LENGTH = 240;

/** Fields one after the other, in the order in which they are written here. */
export function record<Key extends string>(fields: Fields<Key>): RecordLayout<Key> {
  let from = 1;
  const placed = Object.entries<Fields<Key>[Key]>(fields).map(([key, [length, name, content]]) => {
    const field: Field = { name, from, to: from + length - 1, content };
    from += length;
    return [key, field] as const;
  });
  return Object.fromEntries(placed) as RecordLayout<Key>;
}

export const control = (batch: Content, type: string) =>
  ({
    bank: [3, 'Código do Banco na Compensação', 'digits'],
    batch: [4, 'Lote de Serviço', batch],
    type: [1, 'Tipo de Registro', [type]],
  }) as const;

export const detail = (segment: string) =>
  ({
    ...control('digits', '3'),
    sequence: [5, 'Nº Sequencial do Registro no Lote', 'digits'],
    segment: [1, 'Código de Segmento', [segment]],
  }) as const;

const COMPANY = {
  taxIdType: [1, 'Tipo de Inscrição da Empresa', ['1', '2']],
  taxId: [14, 'Número de Inscrição da Empresa', 'required'],
} as const;

const RECIPIENT = {
  taxIdType: [1, 'Tipo de Inscrição do Favorecido', ['1', '2']],
  taxId: [14, 'Nº de Inscrição do Favorecido', 'required'],
} as const;

const ACCOUNT = {
  branch: [5, 'Agência Mantenedora da Conta', 'digits'],
  branchDigit: [1, 'Dígito Verificador da Agência', 'any'],
  account: [12, 'Número da Conta Corrente', 'digits'],
  accountDigit: [1, 'Dígito Verificador da Conta', 'any'],
  jointDigit: [1, 'Dígito Verificador da Ag/Conta', 'any'],
  company: [30, 'Nome da Empresa', 'required'],
} as const;

const ADDRESS = {
  street: [30, 'Logradouro', 'any'],
  houseNumber: [5, 'Número do Local', 'any'],
  complement: [15, 'Complemento', 'any'],
  city: [20, 'Nome da Cidade', 'any'],
  postalCode: [8, 'CEP', 'any'],
  state: [2, 'Sigla do Estado', 'any'],
} as const;

const GENERATED = {
  direction: [1, 'Código Remessa / Retorno', ['1']],
  date: [8, 'Data de Geração do Arquivo', 'date'],
  time: [6, 'Hora de Geração do Arquivo', 'time'],
} as const;

const OCCURRENCES = { occurrences: [10, 'Códigos das Ocorrências', 'blank'] } as const;

export const reserved = (length: number) => [length, 'Uso Exclusivo FEBRABAN / CNAB', 'blank'] as const;

/** The kinds of payments that a batch for suppliers may contain: dividends, suppliers, salaries, others. */
const SERVICES = ['10', '20', '30', '98'];
/** FEBRABAN, field G029: a transfer by Pix. */
export const PIX_FORM = '45';

const fileHeader = (versions: readonly string[]) =>
  record({
    ...control(['0000'], '0'),
    reserved1: reserved(9),
    ...COMPANY,
    agreement: [20, 'Código do Convênio no Banco', 'required'],
    ...ACCOUNT,
    bankName: [30, 'Nome do Banco', 'any'],
    reserved2: reserved(10),
    ...GENERATED,
    number: [6, 'Número Sequencial do Arquivo (NSA)', 'digits'],
    version: [3, 'Versão do Layout do Arquivo', versions],
    density: [5, 'Densidade de Gravação do Arquivo', 'any'],
    ofBank: [20, 'Para Uso Reservado do Banco', 'any'],
    ofCompany: [20, 'Para Uso Reservado da Empresa', 'any'],
    reserved3: reserved(29),
  });

const batchHeader = (versions: readonly string[]) =>
  record({
    ...control('digits', '1'),
    operation: [1, 'Tipo da Operação', ['C']],
    service: [2, 'Tipo do Serviço', SERVICES],
    form: [2, 'Forma de Lançamento', [PIX_FORM]],
    version: [3, 'Versão do Layout do Lote', versions],
    reserved1: reserved(1),
    ...COMPANY,
    agreement: [20, 'Código do Convênio no Banco', 'required'],
    ...ACCOUNT,
    message: [40, 'Mensagem', 'any'],
    ...ADDRESS,
    debit: [2, 'Indicativo da Forma de Pagamento', ['01', '00', '  ']],
    reserved2: reserved(6),
    ...OCCURRENCES,
  });

const SEGMENT_A = record({
  ...detail('A'),
  movement: [1, 'Tipo de Movimento', ['0']],
  instruction: [2, 'Código da Instrução p/ Movimento', ['00']],
  clearing: [3, 'Código da Câmara Centralizadora', ['009']],
  recipientBank: [3, 'Código do Banco do Favorecido', 'any'],
  recipientAccount: [20, 'Agência e Conta do Favorecido', 'any'],
  name: [30, 'Nome do Favorecido', 'required'],
  reference: [20, 'Seu Número', 'required'],
  date: [8, 'Data do Pagamento', 'date'],
  currency: [3, 'Tipo da Moeda', ['BRL']],
  quantity: [15, 'Quantidade da Moeda', 'empty'],
  amount: [15, 'Valor do Pagamento', 'digits'],
  bankReference: [20, 'Nosso Número', 'empty'],
  paidDate: [8, 'Data Real da Efetivação', 'empty'],
  paidAmount: [15, 'Valor Real da Efetivação', 'empty'],
  information: [40, 'Informação 2', 'any'],
  purposes: [9, 'Códigos de Finalidade', 'any'],
  reserved: reserved(3),
  notice: [1, 'Aviso ao Favorecido', 'any'],
  ...OCCURRENCES,
});

const SEGMENT_B = record({
  ...detail('B'),
  form: [3, 'Forma de Iniciação', ['01 ', '02 ', '03 ', '04 ']],
  ...RECIPIENT,
  transactionId: [35, 'Informação 10 - TX ID', 'blank'],
  reserved: [60, 'Informação 11', 'blank'],
  key: [99, 'Informação 12 - Chave Pix', 'text'],
  siape: [6, 'Código UG Centralizadora', 'empty'],
  ispb: [8, 'Código ISPB', 'any'],
});

const BATCH_TRAILER = record({
  ...control('digits', '5'),
  reserved1: reserved(9),
  records: [6, 'Quantidade de Registros do Lote', 'digits'],
  sum: [18, 'Somatória dos Valores', 'digits'],
  quantities: [18, 'Somatória de Quantidade de Moedas', 'empty'],
  debitNotice: [6, 'Número Aviso de Débito', 'empty'],
  reserved2: reserved(165),
  ...OCCURRENCES,
});

const FILE_TRAILER = record({
  ...control(['9999'], '9'),
  reserved1: reserved(9),
  batches: [6, 'Quantidade de Lotes do Arquivo', 'digits'],
  records: [6, 'Quantidade de Registros do Arquivo', 'digits'],
  accounts: [6, 'Qtde de Contas p/ Conc. (Lotes)', 'empty'],
  reserved2: reserved(205),
});

const febraban = (fileVersions: readonly string[], batchVersions: readonly string[]) => ({
  fileHeader: fileHeader(fileVersions),
  batchHeader: batchHeader(batchVersions),
  a: SEGMENT_A,
  b: SEGMENT_B,
  batchTrailer: BATCH_TRAILER,
  fileTrailer: FILE_TRAILER,
});

const ITAU = {
  fileHeader: record({
    ...control(['0000'], '0'),
    reserved1: reserved(6),
    version: [3, 'Layout de Arquivo', ['080', '081']],
    ...COMPANY,
    reserved2: reserved(20),
    ...ACCOUNT,
    bankName: [30, 'Nome do Banco', 'any'],
    reserved3: reserved(10),
    ...GENERATED,
    reserved4: [9, 'Zeros', 'empty'],
    density: [5, 'Unidade de Densidade', 'any'],
    reserved5: reserved(69),
  }),
  batchHeader: record({
    ...control('digits', '1'),
    operation: [1, 'Tipo da Operação', ['C']],
    service: [2, 'Tipo de Pagamento', SERVICES],
    form: [2, 'Forma de Pagamento', [PIX_FORM]],
    version: [3, 'Layout do Lote', ['040']],
    reserved1: reserved(1),
    ...COMPANY,
    label: [4, 'Identificação do Lançamento', 'any'],
    reserved2: reserved(16),
    ...ACCOUNT,
    purpose: [40, 'Finalidade do Lote e Histórico', 'any'],
    ...ADDRESS,
    reserved3: reserved(8),
    ...OCCURRENCES,
  }),
  a: record({
    ...detail('A'),
    movement: [3, 'Tipo de Movimento', ['000']],
    clearing: [3, 'Código da Câmara Centralizadora', ['009']],
    recipientBank: [3, 'Código do Banco Favorecido', 'any'],
    recipientAccount: [20, 'Agência Conta do Favorecido', 'any'],
    name: [30, 'Nome do Favorecido', 'required'],
    reference: [20, 'Seu Número', 'required'],
    date: [8, 'Data de Pagamento', 'date'],
    currency: [3, 'Tipo da Moeda', ['REA', '009']],
    ispb: [8, 'Código ISPB', 'any'],
    transfer: [2, 'Identificação da Transferência', ['04']],
    zeros: [5, 'Zeros', 'empty'],
    amount: [15, 'Valor do Pagamento', 'digits'],
    bankReference: [15, 'Nosso Número', 'empty'],
    reserved1: reserved(5),
    paidDate: [8, 'Data Efetiva', 'empty'],
    paidAmount: [15, 'Valor Efetivo', 'empty'],
    information: [20, 'Finalidade Detalhe', 'any'],
    documentNumber: [6, 'Nº do Documento', 'empty'],
    taxId: [14, 'Nº de Inscrição do Favorecido', 'required'],
    purposes: [7, 'Códigos de Finalidade', 'any'],
    reserved2: reserved(5),
    notice: [1, 'Aviso ao Favorecido', 'any'],
    ...OCCURRENCES,
  }),
  b: record({
    ...detail('B'),
    form: [2, 'Tipo de Chave', ['01', '02', '03', '04']],
    reserved1: reserved(1),
    ...RECIPIENT,
    transactionId: [30, 'TXID', 'blank'],
    description: [65, 'Informação entre Usuários', 'text'],
    key: [100, 'Chave Pix', 'text'],
    reserved2: reserved(3),
    ...OCCURRENCES,
  }),
  batchTrailer: record({
    ...control('digits', '5'),
    reserved1: reserved(9),
    records: [6, 'Total de Registros do Lote', 'digits'],
    sum: [18, 'Soma dos Valores dos Pagamentos', 'digits'],
    zeros: [18, 'Zeros', 'empty'],
    reserved2: reserved(171),
    ...OCCURRENCES,
  }),
  fileTrailer: record({
    ...control(['9999'], '9'),
    reserved1: reserved(9),
    batches: [6, 'Total de Lotes do Arquivo', 'digits'],
    records: [6, 'Total de Registros do Arquivo', 'digits'],
    zeros: [6, 'Brancos', 'empty'],
    reserved2: reserved(205),
  }),
};

type Layouts = ReturnType<typeof febraban> | typeof ITAU;
type KeysOf<Layout> = Layout extends unknown ? Extract<keyof Layout, string> : never;

/** The layouts of the records of a remittance. Fields that not every dialect has are optional. */
export type Dialect = {
  readonly [Part in keyof Layouts]: RecordLayout<Extract<keyof Layouts[Part], string>> &
    Partial<RecordLayout<KeysOf<Layouts[Part]>>>;
};

/** FEBRABAN 10.9, and what three banks write otherwise. None was tried against its bank. */
export const DIALECTS = {
  febraban: febraban(['103'], ['046']),
  bradesco: febraban(['089'], ['045']),
  sicoob: febraban(['087'], ['045']),
  itau: ITAU,
} as const satisfies Readonly<Record<string, Dialect>>;
export type DialectName = keyof typeof DIALECTS;

const DIALECT_OF_BANK: Readonly<Record<string, DialectName>> = { '237': 'bradesco', '341': 'itau', '756': 'sicoob' };

export function dialectOf(bank: string): DialectName {
  return DIALECT_OF_BANK[bank] ?? 'febraban';
}
