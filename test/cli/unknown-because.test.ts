import { expect, it } from 'vitest';
import { TransportError, type TransportErrorCode } from '../../src/client/errors.ts';
import { reportingUnknown } from '../../src/cli/context/payouts/work-on-run.ts';
import { UnconfirmedError } from '../../src/payouts/engine/run-outcome.ts';
import { en, ptBr } from '../support/catalogues.ts';

const CODES: readonly TransportErrorCode[] = ['proxy_refused', 'certificate_invalid', 'connection_refused'];

it.each(CODES)(
  'payments without a confirmation are not said to be unsent because a look has failed: %s',
  async (code) => {
    const failure = new TransportError('no', { code, outcome: 'not-sent', host: 'wallet.example' });
    const work = () => Promise.reject(new UnconfirmedError('r', 2, failure));
    await expect(reportingUnknown({ text: en }, work)).rejects.toThrow(/^MONEY MAY HAVE MOVED(?!.*nothing was sent)/);
    await expect(reportingUnknown({ text: ptBr }, work)).rejects.toThrow(
      /^O DINHEIRO PODE TER SAÍDO(?!.*nada foi enviado)/,
    );
  },
);
