/** Why a payment has its status. */
export const payoutReasons = {
  moneyCameBack: (why: string) => `${why}; the money came back`,
  moneyNeverLeft: (why: string) => `${why}; the money never left`,
  reasons: {
    no_response: 'no response from the service',
    interrupted: 'interrupted before the response arrived',
    unexpected: 'interrupted by an error before the response arrived',
    contract_broken: 'the service sent an unexpected response',
    answer_contradicts: 'the response describes another payment',
    answer_outdated: 'the response names an older withdrawal',
    withdrawal_claimed: 'the response names a withdrawal of another payment',
    found_by_mark: 'found by its mark: no clear response had arrived',
    proven_absent: 'the service has no withdrawal for it',
    ambiguous: 'some withdrawal could be this payment',
    other_mark: 'its withdrawal carries the mark of another payment',
    redirect_refused: 'the service redirected the request',
  },
  moneyIsBack: (advice: string) => `${advice}; the money was returned to your balance`,
};
