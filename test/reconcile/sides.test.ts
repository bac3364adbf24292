import { describe, expect, it } from 'vitest';
import { oneAccount } from './on-export-service.ts';

/** An account that received R$ 398.90, and sent nothing. */
const { reconcile } = oneAccount([{ day: '2026-07-14', amount: 39_890, id: 'pay-1' }], 39_890);

const SIDES = [
  ...['Tipo=D', 'Tipo=Débito', 'Movimentação=Débito', 'Operação=Saída', 'Tipo Lançamento=Saída', 'Deb_Cred=D'],
  ...['Cr/Db=DB', 'Entrada/Saída=Saída', 'Tipo de operação=Débito', 'Sentido=Saída', 'Tipo de transação=Pix enviado'],
  ...['Deb/Cred=D', 'Natureza=Saída', 'Natureza=S', 'Sinal=-', 'D/C=Saída', 'D/C=D', 'Natureza=Débito', 'Sinal=−'],
  ...['Fluxo=PIX_SENT', 'Direction=outgoing', 'Qualquer=D - Débito', 'Coluna sem nome=Transferência enviada'],
];

/** The receipt is not in the file, whose debit is not in the account. */
const OF_A_DEBIT = [
  ['only_here', null, 'pay-1'],
  ['only_there', null, 2],
];

describe('the side of an amount', () => {
  it.each(SIDES)('is that of a debit, whatever the heading: %s', async (column) => {
    const [heading = '', value = ''] = column.split('=');
    const debit = await reconcile(`Data;Descrição;Valor;${heading}\n14/07/2026;Fornecedor;398,90;${value}\n`);
    expect(debit).toMatchObject({ exitCode: 3, summary: { there: { sum: -39_890 } } });
    expect(debit.found).toEqual(OF_A_DEBIT);
  });

  it.each([
    ...['Tipo=C', 'Movimentação=Crédito', 'Cr/Db=CR', 'Natureza=E', 'Sinal=+', 'Operação=Entrada', 'Tipo=Pix recebido'],
  ])('is that of a receipt: %s', async (column) => {
    const [heading = '', value = ''] = column.split('=');
    const receipt = await reconcile(`Data;Descrição;Valor;${heading}\n14/07/2026;Cliente;398,90;${value}\n`);
    expect(receipt).toMatchObject({ exitCode: 0, found: [] });
  });

  it.each(['398,90 D', '398,90 DB', '398,90D', '(398,90)', '398,90-', '− 398,90', 'R$ -398,90', '-R$ 398,90'])(
    'is that of a debit behind or before the amount: %s',
    async (amount) => {
      const debit = await reconcile(`Data;Descrição;Valor\n14/07/2026;Fornecedor;"${amount}"\n`);
      expect(debit.found).toEqual(OF_A_DEBIT);
    },
  );

  it('is never guessed: amounts without a sign are refused, until the person says which they are', async () => {
    const unsigned = 'Data;Descrição;Valor\n14/07/2026;x;398,90\n';
    const refused = await reconcile(unsigned);
    expect(refused).toMatchObject({ exitCode: 2, code: 'unreadable_books', flaw: 'no_sides' });
    expect(refused.stderr).toContain('--all-in');
    expect(await reconcile(unsigned, '--all-in')).toMatchObject({ exitCode: 0, found: [] });
    expect((await reconcile(unsigned, '--all-out')).found).toEqual(OF_A_DEBIT);
    for (const other of ['--all-out', '--ledger-signs']) {
      expect((await reconcile(unsigned, '--all-in', other)).exitCode).toBe(2);
    }
  });

  it.each([
    ['a column of another meaning names no side', 'Conciliado', 'S'],
    ['a return is not what it returns', 'Tipo', 'Devolução de Pix enviado'],
    ['what a customer has paid is no payment of ours', 'Status', 'Recebido'],
    ['a card is no side', 'Forma de pagamento', 'Débito'],
  ])('is refused where nothing names it: %s', async (_, heading, value) => {
    const refused = await reconcile(`Data;Descrição;Valor;${heading}\n14/07/2026;x;398,90;${value}\n`);
    expect(refused).toMatchObject({ exitCode: 2, flaw: 'no_sides' });
  });

  it.each([
    ['Data;Valor;D/C', '14/07/2026;-398,90;C'],
    ['Data;Valor;D/C', '14/07/2026;+398,90;D'],
    ['Data;Valor;D/C', '14/07/2026;398,90;X'],
    ['Data;Valor;D/C', '14/07/2026;398,90;'],
    ['Data;Valor;D/C;Tipo', '14/07/2026;398,90;C;Saída'],
    ['Data;Valor', '14/07/2026;-398,90 C'],
    ['Data;Crédito;Débito', '14/07/2026;-398,90;'],
    ['Data;Crédito;Débito', '14/07/2026;398,90;10,00'],
    ['Data;Crédito;Débito;Tipo', '14/07/2026;398,90;;Débito'],
  ])('contradicts its sign: a finding, and never a match: %s %s', async (headings, row) => {
    const width = headings.split(';').length;
    const others = ['02/07/2026;1,00;C;Entrada', '03/07/2026;2,00;D;Saída'];
    const inColumns = ['02/07/2026;1,00;;Entrada', '03/07/2026;;2,00;Saída'];
    const signed = ['02/07/2026;1,00', '03/07/2026;-2,00'];
    const kind = headings.includes('Crédito') ? inColumns : width === 2 ? signed : others;
    const text = [headings, ...kind.map((line) => line.split(';').slice(0, width).join(';')), row].join('\n');
    const { exitCode, found } = await reconcile(`${text}\n`);
    expect(exitCode).toBe(3);
    expect(found).toContainEqual(['unread', 'side', 4]);
    expect(found).toContainEqual(['only_here', null, 'pay-1']);
  });

  it('contradicts the word of the person', async () => {
    const { found } = await reconcile('Data;Valor\n14/07/2026;398,90\n15/07/2026;-1,00\n', '--all-in');
    expect(found).toEqual([['unread', 'side', 3]]);
  });

  it('is that of the type of an OFX transaction, or contradicts it', async () => {
    const ofx = (type: string) =>
      `OFXHEADER:100\n<OFX><BANKTRANLIST><STMTTRN><TRNTYPE>${type}<DTPOSTED>20260714<TRNAMT>398.90<FITID>1</STMTTRN></BANKTRANLIST></OFX>`;
    expect((await reconcile(ofx('CREDIT'))).exitCode).toBe(0);
    expect((await reconcile(ofx('DEBIT'))).found).toContainEqual(['unread', 'side', 1]);
  });
});
