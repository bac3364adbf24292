import { examplesBeside } from './command-tree.ts';
import { linesIn } from '../support/grouped.ts';

/** Lists that an account may have empty: how each gets one row. */
export const LISTS: Readonly<Record<string, readonly string[]>> = {
  'payments list --all': [],
  'withdraw list --all': [],
  'find Patrícia --limit 1': [],
  'find Patrícia --limit 1 --offline': ['sync'],
  'reconcile FILE.csv': ['sync', 'export statement --offline --out FILE.csv'],
  'payouts list': ['payouts run BATCH --yes --confirm-total 30,00'],
  'payouts pending': ['payouts submit BATCH'],
  'payouts log': ['payouts submit BATCH'],
  'payouts report RUN': ['payouts run BATCH --yes --confirm-total 30,00'],
  'mock faults list': ['mock faults add --on "GET *" --fault latency --delay 1ms'],
  'mock webhooks list': ['mock webhooks add http://RECEIVER'],
  'mock webhooks deliveries': ['mock webhooks add http://RECEIVER', 'mock deposit 1,00', 'mock webhooks resend EVENT'],
  'mock inbox': ['mock account set --transfer-security true', 'withdraw request-code --amount 25,00'],
};

/** Commands with the same result however often they run. */
const SHOWING = linesIn(`
  auth status | config get language | config list | config path | prompt | doctor | explain AC03
  export payments --out FILE.csv --force | export withdraws --out FILE.ndjson --force
  export statement --out FILE.csv --force | find WITHDRAWAL | keys check | keys list | mock account list
  mock account show | mock ledger PAID | mock requests | mock verify | payments get PAYMENT | payouts check BATCH
  withdraw get WITHDRAWAL | withdraw receipt WITHDRAWAL | payments receipt PAID
  withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run
`);

/** Commands with effects, in an order that can be repeated. */
export const ACTING = linesIn(`
  auth login -p NEW --no-keychain --base-url ADDRESS < KEY | auth switch GIVEN | auth logout -p GIVEN | auth switch demo
  config set pager cat | keys add payouts --no-keychain < PAYOUTS_KEY | keys move keychain | keys move file
  keys remove payouts | mock deposit 100,00 | mock advance 1s | mock activate CHARGE | mock pay CHARGE
  mock expire CHARGE | mock settle PENDING | mock fail PENDING --reason AC03 | mock dispute open PAID
  mock dispute accept DISPUTED | mock dispute refuse DISPUTED
  mock faults add --on "GET *" --fault latency --delay 1ms --times 1 | mock faults list | mock faults clear
  mock webhooks add http://RECEIVER | mock deposit 1,00 | mock webhooks resend EVENT | mock webhooks remove webhook-1
  payments create --value 10,50 | withdraw create --amount 25,01 --pix-key maria.silva@example.com --yes
  withdraw create --amount 25,02 --pix-key maria.silva@example.com --yes --wait
  payouts run BATCH --yes --confirm-total 30,00 | payouts status | payouts resume RUN --yes
  payouts resolve DOUBTED 2 --not-paid --yes | payouts receipts RUN --out NEW.receipts
  payouts report RUN --out NEW.csv | payouts report RUN --retry-file --out NEW.csv | payouts template --out NEW.csv
  payouts policy set POLICY --yes | payouts policy show | payouts submit BATCH | payouts pending SUBMITTED
  payouts approve SUBMITTED --yes --confirm-total 30,00 | payouts reject SUBMITTED --reason no | payouts log --verify
  payouts journal export --out NEW.ndjson | sync | mock account set --transfer-security true
  withdraw request-code --amount 25,00 | mock account set --transfer-security false | mock snapshot NEW.pixmock
  mock restore GIVEN.pixmock | mock world export NEW.json | mock reset
`);

/** Commands without rows: tested in every-document.test.ts, for the given reason. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  api: 'prints the body as it came',
  completion: 'prints a script for a shell',
  'payouts rehearse': 'needs the index of a profile: test/journey/payouts-rehearse.test.ts',
  'payouts timer': 'prints files for a scheduler: test/journey/payouts-timer.test.ts',
  'payouts policy init': 'asks at a terminal: test/journey/policy-init.test.ts',
  'payouts journal move': 'needs a database: test/postgres/journal-move.test.ts',
  serve: 'speaks once, and then runs until it is stopped',
};

/** All other commands print something, with their own example. */
export const READING = [
  ...SHOWING,
  ...examplesBeside([...Object.keys(LISTS), ...SHOWING, ...ACTING, ...Object.keys(DOCUMENTS)]),
];
export const ALL = [...Object.keys(LISTS), ...READING, ...ACTING];

/** Each command with what comes before it: in a campaign all of them, and otherwise a sixth, another one for each seed. */
export function linesWith(seed: number, isCampaign: boolean): readonly string[] {
  const lines = [...Object.entries(LISTS).flatMap(([line, before]) => [...before, line]), ...READING, ...ACTING];
  return lines.filter((_, index) => isCampaign || (index + seed) % 6 === 0);
}
