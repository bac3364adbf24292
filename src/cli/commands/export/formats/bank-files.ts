import { hash } from 'node:crypto';
import * as z from 'zod';
import { withoutMarks } from '../../../../payouts/rules/mark.ts';
import { singleLine } from '../../../output/text-width.ts';
import { decimalReais, formatReais } from '../../../../pix/reais-text.ts';
import type { FileText } from './file-text.ts';
import { accountEntry, postedMs, type AccountEntry } from '../../../../account/entry.ts';
import { StatementWriter, type StatementBalance } from '../../../../cnab/statement.ts';
import { withoutAccents } from '../../../../pix/accents.ts';

/** What a statement says beside its entries. Times are milliseconds since the epoch. */
interface StatedAccount {
  /** Identifies the account in accounting programs, so it must never change. */
  readonly accountName: string;
  readonly from: number;
  readonly to: number;
  readonly openingCentavos: number;
  readonly closingCentavos: number;
  readonly madeAt: number;
}

/** The API has no bank id, but importers require one. */
const BANK_ID = 'PIX';
const ACCOUNT_ID_LENGTH = 22;
const NAME_LENGTH = 32;
const MEMO_LENGTH = 255;
const FITID_LENGTH = 255;
const REFERENCE_LENGTH = 32;

/** In Portuguese, like the file's readers. */
const NAMES: Readonly<Record<AccountEntry['type'], string>> = {
  PAYMENT: 'Pix recebido',
  WITHDRAWAL: 'Pix enviado',
  RETURN: 'Pix devolvido',
  DISPUTE: 'Contestacao MED',
};

const BRASILIA_OFFSET_HOURS = -3;

/**
 * OFX 1.02, the version of Brazilian banks and accounting programs. Every element is closed, so that XML parsers accept
 * it. Text is plain ASCII, because many readers ignore the declared character set.
 */
export function ofxFileText(account: StatedAccount): FileText {
  return {
    opening: opening(account),
    row: (item) => transaction(spokenEntry.parse(item)),
    closing: closing(account),
  };
}

function opening({ accountName, from, to }: StatedAccount): string {
  const header = [
    'OFXHEADER:100',
    'DATA:OFXSGML',
    'VERSION:102',
    'SECURITY:NONE',
    'ENCODING:USASCII',
    'CHARSET:1252',
    'COMPRESSION:NONE',
    'OLDFILEUID:NONE',
    'NEWFILEUID:NONE',
    '',
  ];
  const status = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>';
  const accountId = ofxText(accountName, ACCOUNT_ID_LENGTH);
  return lines([
    ...header,
    '<OFX>',
    '<SIGNONMSGSRSV1>',
    `<SONRS>${status}<DTSERVER>${ofxMoment(to)}</DTSERVER><LANGUAGE>POR</LANGUAGE></SONRS>`,
    '</SIGNONMSGSRSV1>',
    '<BANKMSGSRSV1>',
    '<STMTTRNRS>',
    `<TRNUID>0</TRNUID>${status}`,
    '<STMTRS>',
    '<CURDEF>BRL</CURDEF>',
    `<BANKACCTFROM><BANKID>${BANK_ID}</BANKID><ACCTID>${accountId}</ACCTID><ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>`,
    '<BANKTRANLIST>',
    `<DTSTART>${ofxMoment(from)}</DTSTART>`,
    `<DTEND>${ofxMoment(to)}</DTEND>`,
  ]);
}

const spokenEntry = accountEntry.extend({
  recipientName: z.string().optional(),
  balanceAfter: z.int().nullable().default(null),
});

/** One entry. The memo states the fee, and the key of a recipient with a name. */
function transaction(entry: z.output<typeof spokenEntry>): string {
  const { type, netAmount, value, fee, id, pixKey, recipientName, description, endToEndId } = entry;
  const name = `${NAMES[type]} ${recipientName ?? pixKey ?? ''}`;
  const charge = fee === null || fee === 0 ? [] : [`valor ${formatReais(value)}, tarifa ${formatReais(Math.abs(fee))}`];
  const key = recipientName === undefined ? '' : (pixKey ?? '');
  const memo = [withoutMarks(description ?? ''), key, ...charge].filter((part) => part !== '').join(' - ');
  return lines([
    '<STMTTRN>',
    `<TRNTYPE>${netAmount < 0 ? 'DEBIT' : 'CREDIT'}</TRNTYPE>`,
    `<DTPOSTED>${ofxMoment(postedMs(entry))}</DTPOSTED>`,
    `<TRNAMT>${decimalReais(netAmount, '.')}</TRNAMT>`,
    `<FITID>${fitId(type === 'RETURN' ? `${id}-return` : id)}</FITID>`,
    ...(endToEndId === null ? [] : [`<REFNUM>${ofxText(endToEndId, REFERENCE_LENGTH)}</REFNUM>`]),
    `<NAME>${ofxText(name, NAME_LENGTH)}</NAME>`,
    ...(memo === '' ? [] : [`<MEMO>${ofxText(memo, MEMO_LENGTH)}</MEMO>`]),
    '</STMTTRN>',
  ]);
}

function closing({ closingCentavos, to }: StatedAccount): string {
  return lines([
    '</BANKTRANLIST>',
    `<LEDGERBAL><BALAMT>${decimalReais(closingCentavos, '.')}</BALAMT><DTASOF>${ofxMoment(to)}</DTASOF></LEDGERBAL>`,
    '</STMTRS>',
    '</STMTTRNRS>',
    '</BANKMSGSRSV1>',
    '</OFX>',
  ]);
}

/** `20260714120000[-3:BRT]`: the local time and its offset from UTC. */
function ofxMoment(moment: number): string {
  const local = new Date(moment);
  const offsetHours = -local.getTimezoneOffset() / 60;
  const parts = [local.getMonth() + 1, local.getDate(), local.getHours(), local.getMinutes(), local.getSeconds()];
  const digits = parts.map((part) => String(part).padStart(2, '0')).join('');
  const zone = offsetHours === BRASILIA_OFFSET_HOURS ? 'BRT' : offsetHours === 0 ? 'GMT' : 'LOCAL';
  return `${local.getFullYear()}${digits}[${offsetHours}:${zone}]`;
}

/** Importers treat entries with the same id as one, so shortened ids must stay different. */
function fitId(id: string): string {
  const isPlain = /^[\x21-\x7e]+$/.test(id) && id.length <= FITID_LENGTH;
  return isPlain ? ofxText(id, FITID_LENGTH) : hash('sha256', id);
}

/** Replaces accents, dashes and quotation marks by ASCII, and removes other characters; at most `length` characters. */
function ofxText(text: string, length: number): string {
  return singleLine(text)
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201c\u201d]/g, '"')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '?')
    .slice(0, length)
    .trim()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function lines(texts: readonly string[]): string {
  return texts.map((line) => `${line}\r\n`).join('');
}

/** In Portuguese, like the file's readers, with the categories of FEBRABAN (G092). */
const KINDS: Readonly<Record<AccountEntry['type'], readonly [history: string, category: number]>> = {
  PAYMENT: ['PIX RECEBIDO', 209],
  WITHDRAWAL: ['PIX ENVIADO', 120],
  RETURN: ['PIX DEVOLVIDO', 204],
  DISPUTE: ['CONTESTACAO MED', 103],
};

/** One statement of the layout of FEBRABAN, in segments E. */
export function cnab240FileText(account: StatedAccount): FileText {
  const { accountName, from, to, openingCentavos, closingCentavos, madeAt } = account;
  const writer = new StatementWriter(plain(accountName));
  const balance = (moment: number, centavos: number): StatementBalance => ({ date: localTime(moment).date, centavos });
  const opening = lines(writer.opening(localTime(madeAt), balance(from, openingCentavos)));
  let before = balance(from, openingCentavos);
  return {
    opening,
    row(item) {
      const entry = spokenEntry.parse(item);
      const { type, netAmount, id, endToEndId, balanceAfter, recipientName = '' } = entry;
      const [history, category] = KINDS[type];
      const named = plain(`${history} ${recipientName}`.trim());
      const { date } = localTime(postedMs(entry));
      const document = plain(endToEndId ?? id);
      const written = writer.entry({ date, centavos: netAmount, category, history: named, document }, before);
      before = { date, centavos: balanceAfter ?? before.centavos + netAmount };
      return lines(written);
    },
    get closing() {
      return lines(writer.closing(balance(to, closingCentavos)));
    },
  };
}

/** The columns of a record are bytes. */
function plain(text: string): string {
  return withoutAccents(text)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 39);
}

function localTime(moment: number): { readonly date: string; readonly time: string } {
  const local = new Date(moment);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${two(local.getDate())}${two(local.getMonth() + 1)}${String(local.getFullYear())}`,
    time: [local.getHours(), local.getMinutes(), local.getSeconds()].map(two).join(''),
  };
}
