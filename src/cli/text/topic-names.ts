export const TOPICS = ['options', 'exit-codes', 'formatting', 'environment', 'safety'] as const;
export type Topic = (typeof TOPICS)[number];

/** Variables that the program reads, with the keys of their explanations. */
export const VARIABLES = [
  'PIX_API_KEY',
  'PIX_BASE_URL',
  'PIX_PROFILE',
  'PIX_CONFIG_DIR',
  'PIX_LANG',
  'PIX_PAGER, PAGER',
  'ACCESSIBLE',
  'NO_COLOR, CLICOLOR_FORCE',
  'HTTPS_PROXY, HTTP_PROXY, NO_PROXY',
  'NODE_EXTRA_CA_CERTS',
  'TZ',
] as const;
export type Variable = (typeof VARIABLES)[number];

export const OUTPUT_FORMATS = ['table', 'tsv', 'csv', 'json', 'ndjson'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export const EXPORT_FORMATS = ['csv', 'ndjson', 'xlsx', 'excel-br', 'ofx', 'cnab240'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const REPORT_FORMATS = ['csv', 'xlsx', 'excel-br', 'json', 'cnab240'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export const RECEIPT_FORMATS = ['pdf', 'html', 'text'] as const;
export type ReceiptFormat = (typeof RECEIPT_FORMATS)[number];

export const FILE_ENDINGS: Readonly<Record<ReceiptFormat, string>> = { pdf: 'pdf', html: 'html', text: 'txt' };
