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

  it('contradicts its sign: a finding, and never a match', async () => {
    const { exitCode, found } = await reconcile(
      'Data;Valor;D/C\n02/07/2026;1,00;C\n03/07/2026;2,00;D\n14/07/2026;-398,90;C\n',
    );
    expect(exitCode).toBe(3);
    expect(found).toContainEqual(['unread', 'side', 4]);
    expect(found).toContainEqual(['only_here', null, 'pay-1']);
  });
});
