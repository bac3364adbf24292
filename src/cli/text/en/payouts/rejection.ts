import { failure } from '../../../errors/command-error.ts';

/** A submitted run that is withdrawn. */
export const rejection = {
  labels: { by: 'Rejected by', reason: 'Reason' },
  rejected: (runId: string, person: string) =>
    `${person} has rejected ${runId}. It is never sent; the file can be submitted again.`,
  reasonRequired: failure(
    '--reason is required: why the run is rejected',
    'for example: pix payouts reject RUN --reason "wrong month"',
  ),
  invalidReason: (maximum: number) =>
    failure(`a reason has one line and at most ${maximum} characters`, 'shorten the text after --reason'),
};
