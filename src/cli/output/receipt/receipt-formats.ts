export const RECEIPT_FORMATS = ['pdf', 'html', 'text'] as const;
export type ReceiptFormat = (typeof RECEIPT_FORMATS)[number];

/** The ending of a file of each format. */
export const FILE_ENDINGS: Readonly<Record<ReceiptFormat, string>> = { pdf: 'pdf', html: 'html', text: 'txt' };
