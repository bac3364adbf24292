import type { TopicTexts } from '../shapes.ts';

export const topics: TopicTexts = {
  exitCodes: {
    done: 'done',
    failed: 'failed: the network, the service, or a refusal by it; no money moved',
    usage: 'wrong usage or invalid input, or the answer was No: nothing was sent',
    partlyDone: 'partly done: some payouts failed, an export could not be proven complete',
    access: 'no key, a bad key, or a key without the permission',
    unknownOutcome: 'the outcome is unknown: money may have moved. Look before you send anything again',
    notFound: 'not found',
    interrupted: 'interrupted (Ctrl-C)',
  },
  formats: {
    table: 'for people; the default on a terminal',
    tsv: 'one row a line, values between tabs, no header; the default when stdout is not a terminal',
    csv: 'RFC 4180, UTF-8, with a header; texts as they came, so not for spreadsheets',
    json: "the API's own names: one object, or a list with pagination and statistics (the same as --json)",
    ndjson: 'one JSON object a line',
  },
  variables: {
    PIX_API_KEY: 'the API key; wins over the profile',
    PIX_BASE_URL: 'the address of the service; wins over the profile',
    PIX_PROFILE: 'the profile to use, where --profile does not say',
    PIX_CONFIG_DIR: 'the folder of profiles and state, in place of the usual one',
    PIX_LANG: 'en or pt-BR; else the locale decides (LC_ALL, LC_MESSAGES, LANG)',
    'PIX_PAGER, PAGER': 'the program that shows long output; cat or nothing for none',
    'NO_COLOR, CLICOLOR_FORCE': 'no colours; colours even where there is no terminal',
    'HTTPS_PROXY, HTTP_PROXY, NO_PROXY': 'the way to the service through a proxy',
    NODE_EXTRA_CA_CERTS: 'a file of further certificate authorities (PEM)',
    TZ: 'the time zone of dates that people read and type',
  },
  pages: {
    options: {
      summary: 'Options that all commands take',
      before: 'They may stand before or after the command. A flag wins over a variable, a variable over the profile.\n',
    },
    'exit-codes': {
      summary: 'What the exit code tells a script',
      after: 'With JSON output the error on stderr has a code, too: {"error":{"code","message","hint"}}.\n',
    },
    formatting: {
      summary: 'Output for people and for programs',
      before: 'stdout carries data alone; prompts, progress, notices and errors go to stderr. -o chooses the format:\n',
      after: `People see R$ 1.234,56 and local time. Programs get integer centavos and RFC 3339 times, nothing cut, no colour.
Names, units and order of the machine formats are the same in every language.

--fields chooses fields and their order; a dot reaches inside:

  $ pix payments list --fields id,value,status -o csv
  $ pix balance --json --fields balance.total,limits.dailyRemaining
  $ pix payments list --all -o ndjson | head -1

--jq and --template make of the JSON what you need, without another program:

  $ pix payments list --jq '.payments[] | select(.value > 10000) | .id'
  $ pix find order 17 --template '{{range .matches}}{{.id}} {{money .value}} {{date .createdAt}}{{"\\n"}}{{end}}'

For spreadsheets: --format excel-br of pix export and pix payouts report, where no text is run as a formula.
`,
    },
    environment: {
      summary: 'Variables that pix reads',
      before: 'A flag wins over a variable, a variable over the profile, and the profile over what is built in.\n',
      after: `Language, time zone, pager and profile can be chosen once for all: pix config set NAME VALUE. Variables win over that.

pix connects to the service and to no other host. There is no telemetry, and no check for newer versions.
`,
    },
    safety: {
      summary: 'How money is kept from moving twice, or by mistake',
      before: `The API has no idempotency key: when an answer is lost, sending again may pay again. Therefore:

- Nothing that moves money is repeated by pix. What may be repeated safely (reads) is.
- An intent is written to disk before its request leaves. When the answer is lost, pix looks for the withdrawal
  at the service; until that is certain, the outcome is unknown, and the exit code is 5.
- A refusal counts as one in the form of the API's document alone; what a gateway says may hide a payment. For a
  service with another form: pix auth login --refusal-form message
- Give payouts a reference: a reference that was paid is never paid again, whatever file or command names it.
- Money moves after a Yes that was typed, or with --yes. The answer that Enter gives is No.
- Without a terminal, or with --no-input, nothing asks, and nothing is sent without --yes.
- Before it asks, pix shows the profile and the host, who gets how much, the fee, and what stays.

Rehearse first. --dry-run shows what would happen; a local service has no real money, and can fail on demand:

  $ pix serve --mock
  $ pix withdraw create --amount 25,00 --pix-key maria.silva@example.com --dry-run

API keys never stand on a command line, in a log or in an error; of a key you see its ends alone: pk_…a1b2.
`,
    },
  },
};
