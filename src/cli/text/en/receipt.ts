export const receipt = {
  titles: {
    paid: 'Receipt: Pix sent',
    pending: 'NOT A RECEIPT: this withdrawal is not completed',
    failed: 'NOT A RECEIPT: this withdrawal FAILED',
  },
  remarks: {
    paid: 'The service says that this withdrawal is completed.',
    pending: 'Nothing proves yet that the money arrived. Ask for the receipt once it is completed.',
    failed: 'No money was sent.',
  },
  labels: {
    service: 'Service',
    issuedAt: 'Issued',
    status: 'Status',
    id: 'Withdrawal',
    endToEndId: 'End-to-end id',
    value: 'Left the balance',
    fee: 'Fee',
    sent: 'Amount sent',
    notSent: 'To be sent',
  },
  written: (path: string) => `Written to ${path}`,
  notPaid: 'This withdrawal is not completed: what was made is no receipt, and says so.',
  unknownEnding: (file: string) => ({
    message: `${file} is neither a text nor a page`,
    hint: 'choose a file that ends in .txt or .html',
  }),
  help: {
    command: 'Make a receipt of a completed withdrawal',
    out: { value: 'file', description: 'write it to this file, which ends in .txt or .html' },
  },
};
