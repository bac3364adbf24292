/** Not every installation has the pages, so that the help itself shows what a policy looks like. */
export const POLICY_FORM =
  '{"people": {"ana": ["ssh-ed25519 …"], …}, "administrators": ["dora"], "submitters": ["ana"], "approvers": ["bruno"], ' +
  '"approvals": [{"above": "0,00", "needed": 1}], "caps": {"payment": "20.000,00"}}';

export const payoutsHelp = {
  commands: {
    check: 'Check a file and the account for it; sends nothing',
    run: 'Pay the rows of a file; running the same file again resumes it and never pays twice',
    rehearse: 'Pay a file on a twin of the account: it comes from the index, and nothing is sent',
    resume: 'Resume a run and send what is left; first, check unconfirmed payments',
    status: 'Show the status of a run and what needs your decision; the latest without ID',
    list: 'List all runs, newest first',
    report: 'Report the outcome of each payment of a run',
    receipts: 'Write a receipt for each paid payment of a run',
    resolve: 'Record whether an unconfirmed payment was made',
    submit: 'Submit a checked file for approval; sends nothing',
    pending: 'Show what awaits approval or its start; with a run, every recipient of it',
    approve: 'Approve a run: show it, and sign it with your SSH key',
    reject: 'Withdraw a submitted run: it is never sent, and its file can be submitted again',
    policy: 'Set who submits and approves, and what is never paid',
    policyShow: 'Show the policy, and who has signed it',
    policyInit: 'Ask who submits and approves, and write the policy',
    policySet: 'Set a policy, signed by an administrator; with their SSH key',
    log: 'Show who did what, and when',
    timer: 'Write a timer that resumes a run on its day; installs nothing',
    template: 'Write an empty file to fill in',
    journal: 'Show, move or export the journal of what was paid',
    journalStatus: 'Show where the journal is, and unfinished runs',
    journalMove: 'Move the journal to PostgreSQL, or back; several machines can share it',
    journalExport: 'Write everything in the journal as NDJSON',
  },
  options: {
    fault: {
      value: '"kind …"',
      description: 'make a request fail there: "reset-after --times 1" (as "pix mock faults add"; can be repeated)',
    },
    rehearsedAt: { value: 'time', description: 'as if it were this time: 2026-12-05, 2026-12-05 08:00 (default: now)' },
    file: {
      value: 'file',
      description:
        '.xlsx, CSV, TSV, a file with ; as Excel in Brazil saves it, NDJSON, or a CNAB 240 remittance; - reads standard input',
    },
    journalTarget: {
      value: 'target',
      description: 'postgres://USER@HOST/DATABASE, or local for the folder of this machine',
    },
    sheet: { value: 'name', description: 'sheet of an .xlsx file; default: the only one with payments' },
    run: { value: 'run', description: 'ID of the run (pix payouts list)' },
    line: { value: 'line', description: 'line of the file, as every screen shows it; with --not-paid several: 3,7' },
    on: {
      value: 'day',
      description: 'send nothing before this day: 2026-12-05, tomorrow or last-business-day; then resume the run',
    },
    scheduler: { value: 'systemd|cron|task-scheduler', description: 'what starts it (required)' },
    timerAt: { value: 'time', description: 'when on that day, in Brasília (default 09:00)' },
    timerOut: { value: 'folder', description: 'write its files here, instead of to stdout' },
    now: 'send it before the day that it was scheduled for',
    due: {
      value: 'day',
      description: 'only rows that are due on or before this day, by the column of due dates: today, 2026-12-05',
    },
    onlyValid: 'leave out invalid rows and those that may have been paid before, instead of rejecting the whole file',
    allow: {
      value: 'kind:code',
      description:
        'allow what a refusal has shown, in the words that it prints: again, repeated, equal, reference, journal or absent, and its code (repeatable)',
    },
    forceKey: 'accept well-formed keys with wrong check digits',
    noCoverFee: 'charge the fees to the recipients, even if the profile or rows say otherwise',
    coverFee: 'charge the fees on top, so that the recipients receive the full amounts, whatever the rows say',
    digest: { value: 'sha256:…', description: 'reject the file unless it has this digest' },
    noAccount: 'check only the file, without a key or the network',
    rows: 'print the rows that would be paid, new recipients marked (machine formats)',
    confirmTotal: { value: 'amount', description: 'the sum of the file, in reais (required without a terminal)' },
    yes: 'do not ask for confirmation',
    noMark: 'do not add a #px… mark to descriptions (lost responses are then harder to resolve)',
    wait: 'wait until every withdrawal is completed or has failed',
    lookFor: {
      value: 'duration',
      description:
        'after a lost response, look for the withdrawal for at most this long, such as 20s or 2m (default: until it is certain, some 3 minutes); what is not found stays unconfirmed',
    },
    account: {
      value: 'run|new',
      description: 'which account pays, if pix cannot recognise it: the account of this run, or a new one',
    },
    refresh: 'ask the service for the outcome of withdrawals that were processing',
    format: {
      value: 'csv|xlsx|excel-br|json|cnab240',
      description: 'default: from the file extension, or on stdout from --output; else csv',
    },
    templateFormat: {
      value: 'csv|xlsx|excel-br',
      description:
        'default: from the file extension, else csv (in Portuguese, excel-br: CSV with ; and decimal commas)',
    },
    examples: 'include example rows (delete them before you pay)',
    out: { value: 'file', description: 'write to this file instead of stdout' },
    retryFile: 'only payments that were certainly not made, in a file that can be run again',
    force: 'replace the file if it exists',
    paid: { value: 'id', description: 'it was paid, by the withdrawal with this ID' },
    notPaid: 'it was not paid; its reference can be used again',
    policyOut: { value: 'file', description: 'the file to write (default policy.json)' },
    policyFile: { value: 'file', description: `the policy, in JSON: ${POLICY_FORM}` },
    reason: { value: 'text', description: 'why; it is stored in the log' },
    verify: 'check that no entry was changed or removed',
    resolveYes: 'do not ask for confirmation',
  },
};
