/** The columns of a batch as Brazilian finance teams name them, and in English. */
const CONVENTIONS = {
  pt: {
    byteOrderMark: '\ufeff', // Without it, Excel reads UTF-8 as Windows-1252.
    delimiter: ';',
    header: ['referencia', 'nome', 'cpf_cnpj', 'tipo_chave', 'chave_pix', 'valor', 'descricao', 'cobrir_tarifa'],
    examples: [
      [
        'EXEMPLO-1',
        'Maria da Conceição',
        '529.982.247-25',
        'CPF',
        '529.982.247-25',
        '1.234,56',
        'Salário de novembro',
        '',
      ],
      ['EXEMPLO-2', 'Padaria Pão Quente', '11.222.333/0001-81', 'EMAIL', 'pix@exemplo.com.br', '89,90', '', 'sim'],
      ['EXEMPLO-3', 'João Araújo', '', 'CELULAR', '(11) 98765-4321', '5,00', 'Reembolso de táxi', 'não'],
    ],
  },
  en: {
    byteOrderMark: '',
    delimiter: ',',
    header: ['reference', 'name', 'tax_id', 'pix_key_type', 'pix_key', 'amount', 'description', 'cover_fee'],
    examples: [
      ['EXAMPLE-1', 'Maria da Conceição', '529.982.247-25', 'CPF', '529.982.247-25', '1234.56', 'November salary', ''],
      ['EXAMPLE-2', 'Padaria Pão Quente', '11.222.333/0001-81', 'EMAIL', 'pix@exemplo.com.br', '89.90', '', 'yes'],
      ['EXAMPLE-3', 'João Araújo', '', 'PHONE', '+55 11 98765-4321', '5.00', 'Taxi refund', 'no'],
    ],
  },
} as const;
export type TemplateConvention = keyof typeof CONVENTIONS;

export const EXAMPLE_REFERENCES: ReadonlySet<string> = new Set(
  Object.values(CONVENTIONS).flatMap(({ examples }) => examples.map(([reference]) => reference)),
);

/** The cells of an empty batch to fill in: a header, and example rows below it. */
export function templateCells(
  convention: TemplateConvention,
  withExamples: boolean,
): readonly [header: readonly string[], ...rows: (readonly string[])[]] {
  const { header, examples } = CONVENTIONS[convention];
  return [header, ...(withExamples ? examples : [])];
}

/**
 * The same as CSV.
 *
 * @param convention `pt`: as Excel in Brazil opens it, with `;` between the cells; `en`: commas and points
 * @param withExamples adds example rows; a file that still contains them is refused
 */
export function batchTemplate(convention: TemplateConvention, withExamples: boolean): string {
  const { byteOrderMark, delimiter } = CONVENTIONS[convention];
  return (
    byteOrderMark +
    templateCells(convention, withExamples)
      .map((cells) => `${cells.join(delimiter)}\r\n`)
      .join('')
  );
}
