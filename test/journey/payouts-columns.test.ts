import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { jsonError, refusalOf, type CliOptions } from '../support/cli.ts';
import { readFile } from '../payouts/batch-files.ts';
import { rowFile, workbookFile, type CellFile } from '../support/workbook-file.ts';
import { openPayoutOffice, runOf, it, type PayoutOffice } from './payout-office.ts';
import { grouped, rowsIn } from '../support/grouped.ts';

const HEADER = 'Quem;Doc;Setor;Chave Pix;Valor';
const ROWS = ['Sol Ltda;NF 17;Vendas;sol@example.com;10,00', 'Lua ME;NF 18;Vendas;lua@example.com;20,00'];
const NAME = "the recipient's name";
const REFERENCE = 'the reference, which no other payment repeats';

/** What `check` reads, for programs. */
async function read(office: PayoutOffice, path: string) {
  const { stdout, questions } = await office.check(path, ['--rows']);
  expect(questions).toEqual([]);
  const { recipients, notices } = JSON.parse(stdout);
  return {
    recipients: recipients.map(({ name, reference }: Record<string, unknown>) => [name, reference]),
    unused: notices
      .filter(({ code }: Record<string, unknown>) => code === 'unknown_column')
      .map(({ column }: Record<string, unknown>) => column),
  };
}

const checkedAt = async (office: PayoutOffice, path: string, answers: readonly string[], more: CliOptions = {}) => {
  const { questions, stderr, exitCode } = await office.run(['payouts', 'check', path], {
    isTerminal: true,
    answers,
    ...more,
  });
  expect(exitCode, stderr).toBe(0);
  return { questions, stderr };
};

it('asks at a terminal what unknown columns are, and reads all files with these columns so', async ({ office }) => {
  const path = office.file('first.csv', [HEADER, ...ROWS]);
  expect(await read(office, path)).toEqual({
    recipients: [
      [null, null],
      [null, null],
    ],
    unused: ['Quem', 'Doc', 'Setor'],
  });
  const first = await checkedAt(office, path, [NAME, REFERENCE]);
  expect(first.questions).toEqual(['What is the column "Quem" (Sol Ltda)?', 'What is the column "Doc" (NF 17)?']);
  expect(first.stderr).toContain('The column "Setor" is not used.');
  expect((await checkedAt(office, path, [])).questions).toEqual([]);
  // The next month, in another order.
  const next = office.file('next.csv', ['Doc;Quem;Chave Pix;Valor;Setor', 'NF 19;Mar SA;mar@example.com;30,00;Obras']);
  expect(await read(office, next)).toEqual({ recipients: [['Mar SA', 'NF 19']], unused: ['Setor'] });
  const paid = await office.pay(next, '30,00');
  expect([paid.exitCode, paid.questions]).toEqual([0, []]);
  expect((await office.run(['payouts', 'report', runOf(paid).run, '--json'])).stdout).toMatch(/"NF 19"/);
});

it('remembers that a column is neither, and asks again for other columns', async ({ office }) => {
  const path = office.file('first.csv', ['Obs.;Chave Pix;Valor', 'Urgente;sol@example.com;10,00']);
  const { questions } = await checkedAt(office, path, ['outra coisa'], { environment: { PIX_LANG: 'pt-BR' } });
  expect(questions).toEqual(['O que é a coluna "Obs." (Urgente)?']);
  expect((await checkedAt(office, path, [])).questions).toEqual([]);
  const other = office.file('other.csv', ['Obs.;Chave Pix;Valor;Nome', 'NF 1;sol@example.com;10,00;Sol Ltda']);
  expect((await checkedAt(office, other, [REFERENCE])).questions).toEqual(['What is the column "Obs." (NF 1)?']);
  expect((await read(office, other)).recipients).toEqual([['Sol Ltda', 'NF 1']]);
});

it('asks only what may be a name or a reference, and neither with --yes nor without a terminal', async ({ office }) => {
  const header = 'Emissão;Bruto;Conta;Observação;Chave Pix;Valor';
  const path = office.file('dates.csv', [
    header,
    '14/07/2026;12,50;ana@example.com;;sol@example.com;10,00',
    '15/07/2026;22,50;ana@example.com;;lua@example.com;20,00',
  ]);
  expect((await checkedAt(office, path, [])).questions).toEqual([]);
  const asked = office.file('asked.csv', [HEADER, ...ROWS]);
  for (const argv of [
    ['payouts', 'check', asked, '--json'],
    ['payouts', 'check', asked, '--no-input'],
    ['payouts', 'run', asked, '--yes', '--confirm-total', '30,00'],
  ]) {
    const { exitCode, questions } = await office.run(argv, { isTerminal: true });
    expect([argv, exitCode, questions]).toEqual([argv, 0, []]);
  }
  // A pipe can be read once.
  const pipe = join(office.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [piped] = await Promise.all([
    office.run(['payouts', 'check', pipe], { isTerminal: true }),
    writeFile(pipe, [HEADER, 'Rio SA;NF 3;Obras;rio@example.com;40,00', ''].join('\n')),
  ]);
  expect([piped.exitCode, piped.questions], piped.stderr).toEqual([0, []]);
  expect(existsSync(join(office.folder, 'state', 'demo', 'columns.json'))).toBe(false);
});

it('asks about the columns of a workbook, before it submits one', async ({ office }) => {
  const path = join(office.folder, 'file.xlsx');
  const cells = [
    ['Quem', 'Chave Pix', 'Valor'],
    ['Sol Ltda', 'sol@example.com', { stored: '10' }],
  ];
  writeFileSync(path, await book(cells));
  const submitted = await office.run(['payouts', 'submit', path], { isTerminal: true, answers: [NAME] });
  expect([submitted.exitCode, submitted.questions]).toEqual([0, ['What is the column "Quem" (Sol Ltda)?']]);
});

/** A bill of R$ 10,00 and one of R$ 20,00, with what a further column says of them. */
function twoBills(heading: string, one: string, other: string): readonly string[] {
  const row = (number: number, cell: string) => `${number};ana@example.com;${number}0,00;${cell}`;
  return [`NF;Chave Pix;Valor;${heading}`, row(1, one), row(2, other)];
}

/** What is wrong with a file that must not be paid: its lines, or a workbook. `check` and `run` read it so. */
const checked = (file: readonly string[] | Buffer) =>
  readFile(Buffer.isBuffer(file) ? file : file.join('\n'), { today: '2026-07-14', paidOn: '2026-07-14' });

const book = (cells: readonly (readonly CellFile[])[], behind = '') =>
  workbookFile({
    sheets: [{ name: 'Contas', rows: cells.map((row, index) => rowFile(index + 1, row)).join(''), behind }],
  });

/** Pays what is left with `--only-valid`. @returns the amounts that were sent, in reais */
async function paidBeside(name: string, file: readonly string[] | Buffer, sum: string): Promise<number[]> {
  const office = await openPayoutOffice();
  const path = join(office.folder, name);
  writeFileSync(path, Buffer.isBuffer(file) ? file : file.join('\n'));
  const paid = await office.pay(path, sum, ['--only-valid']);
  expect(paid.exitCode, paid.stderr).toBe(0);
  return (await office.sent()).map(({ value }) => value / 100).toSorted();
}

/** Rows of a column of notes, by what they say of the one bill and of the other. */
const inNotes = (text: string): string[][] => rowsIn(text).map((pair) => ['Obs', ...pair]);

describe('a row that was paid, or must not be, by another column', () => {
  it.each(
    rowsIn(`
      Payment status;Paid;Unpaid | Já pago em;10/07/2026 10:33; | Estado;Bloqueado;Rejeitado
      Status Pgto;1 - Pagamento efetuado;2 - Pagamento pendente | Liberado?;pendente;ok, Ana
      Status;Não aprovado;Aprovado | Situação;Enviado ao banco;Enviado para aprovação | Feito;x;
      Pago em;10/07;30/12/1899 | Pago;Itaú;em aberto | Já pago?;ü;ainda não | Vl. pago;10,00;
      Status do Pix;Enviado;Novo | Forma de pagamento;Débito automático;TED ou Pix | Pagamento;Boleto;Transferência
      Status;CANCELAR;Rejeitado | Situação;Não enviar;Enviado p/ pagamento | Status;Boleto pago;Boleto vencido
      Status;Em aprovação;Em aberto | Aprovado;em análise;Sim - diretoria | Aprovação;Reprovado;Marina | OK?;não;MJ
      Pago (S/N);S;N | Pago R$;10,00; | Status financeiro;Pago;A pagar | Pagar hoje?;Não;Sim | Incluir no lote?;N;S
      Pagamento autorizado?;não;sim | Bloqueio;Sim;Não | Pendência;x;Nenhuma | Ativo;Não;Sim | Visto;FALSE;TRUE
      Aprovação (diretoria);pendente;n/a | Pagar via;Boleto;Pix | Autorizado S/N;;S | Autorizado por:;-;MJ
      NF recebida?;Não;Sim | Tem nota fiscal?;aguardando;123 | Comprovante do Pix;comp-17.pdf;
      Lançado no banco;Sim;Não | Conciliado?;x; | Já recebeu?;Sim;Não | Autenticação;A1B2C3; | Dt. pgto;20/12/2026;
      Aprovador;;Marina | Data da aprovação;;10/07/2026 | Confirmado?;Não;Sim | Pagamento confirmado;Sim;Não
      Processado;Sim;Não | Status;Em análise;Estornado | Reembolsado;x; | Débito automático;Sim;Não
      Boleto;x;23793.38128 60007 | Agendado para;20/12/2026; | Paid amount;10,00;
      Data da baixa do pagamento;10/07/2026;1899-12-30 | Comprovante enviado;Sim; | Foi lançado no banco?;Sim;Não
      Data do crédito;10/07/2026 9:30; | Pode pagar?;não;sim | Vai fazer o Pix?;não;sim | Aprovado pela diretoria;;Sim
      Foi aprovado?;não;Sim | Forma de recebimento;Boleto;Pix | Pago via boleto;Sim;Não | Quitado em;10/7/2026;0/1/1900
      Vencimento prorrogado;20/12/2026;10/07/2026 | Vencto Real;20/12/2026 00:00;14/07/2026
      Novo vencimento;20/12/2026;- | Forma de pagto;DDA;Transf. bancária | Forma de pagamento;Cód. barras;Pix QR Code
      Forma de pagamento;Encontro de contas;Internet banking | Situação;Parcial;Parcela
      Status do título;Renegociado;Atrasado | Situação;Em processamento;Vence hoje | Status;Remessa gerada;Remessa
      Cancelado por:;Ana;- | Paid by;Ana;not yet | Recebido?;Sim;Não
      Situação do pagamento;Pagamento confirmado pelo fornecedor;Aguardando
      Status;Pix confirmado por telefone;Vence hoje | Status;✅;⏳ | Pagamento;OK;1 | Situação;x;À vista
    `),
  )('is refused, and the other is not: %s: %s', async (heading, settled, open) => {
    const { problems, notices } = await checked(twoBills(heading, settled, open));
    expect(problems).toMatchObject([{ code: 'settled_row', line: 2, column: heading, value: settled }]);
    expect(notices.map(({ code }) => code)).not.toContain('unknown_column');
  });

  it.each<string[]>(
    grouped({
      settled_row: [
        ...inNotes(`
          ** AGUARDAR **;Pagto. de julho | Favor não pagar;Favor pagar hoje | Não é para pagar;Não é parcelado
          Não devem ser pagos;Não devem nada | Nunca pagar;Nunca falta | Lote 11/2026 pago;Lote 11/2026 PG novembro
          Lote 11/2026 PG;Folha PG | Lote 11/2026 PG ontem;Lote 3 PG fornecedores | NF 17 - paga;NF 17 - parcela 2
          Parcela 3/10 quitada;Parcela 3/10 | Ainda não deve ser pago;Não deve ser faturado
          Não deve fazer o Pix;Não vai fazer entrega no sábado | Não pode ser pago;Não pode ser pago com atraso
          Folha pg em 05/07;FOLHA PG JULHO/2026 | Pagamento em duplicidade;Pagamento em duas vezes
          ATENÇÃO: NÃO PAGAR!;Atenção: se não pagar, multa | já está pago;ainda não pago | Pix já feito;pix da Ana
          Sinal pago;Sinal de 50% | Agendado 05/12;Agendada a visita | Transferido em 10/07;Transferido para a filial
          Sem autorização;Sem retenção | Só pagar após a entrega;Pagar só por Pix | Pagar somente 50%;Pagar hoje
          Chave Pix antiga;Chave Pix nova | Valor errado;Valor da NF | Duplicidade;Dupla de técnicos
          Não liberar;Não é urgente | Pix confirmado;Pix confirmado por telefone
          TED confirmada pelo cliente;Dados confirmados pelo cliente
          Somente pagar via Pix após a entrega;Somente pagar via Pix | Chave errada;Chave errada corrigida
          Chave antiga, aguardar;Chave antiga removida | Repetido;Repetido todo mês | já paguei ontem;pagar com desconto
          ñ pagar;NF 12 | Pg 05/12;Pg. ref. novembro | Pagamento cancelado;Pagamento à vista
          Aguardando aprovação;Aguardando NF | PAGOS;Contas pagas com Pix | Situação: PAGO;Situação: a pagar
        `),
        ...rowsIn(`
          Obs.;NÃO\u00a0PAGAR;não há | Comentário;CANCELAR;Cancelamento de linha | Notes;on hold;holding company
          Cadastro;Inativo;Ativo | Setor;A receber;Contas a receber | To pay;;R$ 20,00 | Status da NF;Cancelada;Emitida
          Status da despesa;Reprovada;Concluída | Decisão;Não pagar;Não pagar juros
          Financeiro;Pago;Não enviar comprovante | Aprovação;Vetada;Concluída | Notes;Do not pay;Pay
          Notes;Don’t send;Send | Pago ou recebido;4,00;0,00 | Valor pago da parcela (R$);4,00;
          Tipo de lançamento;Receita;Receita Federal | Status da nota;Paga;OK | Chave Pix antiga;Sim;bia@example.com
          Valor antigo;Ok;25,00 | Status;PAGOS;Aprovados
        `),
      ],
      amount_left: rowsIn(`
        Saldo a pagar;0,00;20,00 | Valor restante;0,00;20,00 | Valor em aberto da parcela (R$);4,00;20,00
        Valor total da parcela em aberto (R$);4,00;20,00 | Saldo atual;0,00;1.240,00
      `),
      other_amount: [
        ...inNotes(`
          Valor correto: R$ 9,00;Valor correto: R$ 20,00 | pagar 1.009,00;Pagar 2 diárias de 10,00
          Favor pagar o valor de R$ 9;Pagar R$ 20 | Novo valor 9,00 (era 10,00);Novo valor 20,00 (era 25,00)
          Valor alterado de 10,00 para 9,00;Valor da NF 25,00 | URGENTE: pagar R$ 9,00;Pagar R$ 15,00 + R$ 5,00 de vale
          Atenção: novo valor 9,00;Valor corrigido (era R$ 25,00) | Pagar R$ 9,00 por favor;Pagar R$ 5,00/h x 4h
          Pagar R$ 9,00 em 05/12;Pagar R$ 10,00 por dia (2 dias)
          Pagar o total de R$ 9.;Pagar R$ 2.000,00 em 100x de R$ 20
          Valor corrigido: 9,00 (4,52%);Valor corrigido em 4,52%
        `),
        ...rowsIn(`
          Adiantamento;5,00;0,00 | Juros/Multa;1,00;- | Total a pagar;9,00;20,00 | A receber;9,50;- | Pagar;9,00;20,00
          Valor final;9,00;20,00 | Valor da parcela;5,00;20,00 | IRRF;0,15; | ISS retido;0,50;0,00
          Retenção de INSS;1,10;- | Amount due;9,00;20,00 | Total líquido;9,00;20,00 | Valor total;9,00;20,00
          Valor do desconto;1,00; | Desconto previsto (R$);1,00;0,00 | Multa prevista;1,00; | Valor aprovado;9,00;20,00
          Valor autorizado (R$);9,00; | Novo valor;9,00;- | Vlr. corrigido;9,00;20,00 | Valor Pix;9,00;20,00
          Valor a transferir;9,00;20,00 | Valor c/ desconto;9,00;20,00 | Vlr. líq.;9,00;20,00 | Glosa;1,00;0,00
          Deduções;1,00; | Situação;Novo valor: 9,00;Novo valor: 20,00 | Valor negociado;9,00;20,00
        `),
      ],
      spreadsheet_error: rowsIn(`
        Status;#N/D;A pagar | Situação;#ERROR!;Aberto | Aprovado;Err:502;Sim | Líquido;#REF!;20,00
        Data do Pix;#SPILL!; | Moeda;Carregando...;BRL | Status;#N/DISP;Erro | Status;Erro:502;Erro: 502
      `),
      other_key: [
        ...inNotes(`
          nova chave: bia@example.com;nova chave: ana@example.com
          Mudou o Pix p/ 11 98765-4321;Contato: bia@example.com
          pagar no CPF 529.982.247-25.;Pagar até dia 10 - tel. 11 98765-4321
          usar pix bia@example.com;Pagar e mandar comprovante p/ bia@example.com
          Pix alterado de ana@example.com para bia@example.com;Pix alterado para ana@example.com
          Pagar no pix bia@example.com e enviar recibo;Pagar e enviar nota p/ bia@example.com
          Por favor, usar pix bia@example.com;Chave alterada. Dúvidas: bia@example.com
          Nova chave bia@example.com (era ana@example.com);Chave nova (antiga bia@example.com)
          Pagar no telefone 11 98765-4321;Pagar NF 119 10/07/2026
          Mandar o Pix para bia@example.com;Pagar, NF enviada para bia@example.com
        `),
        ...rowsIn(`
          Nova chave;bia@example.com;ana@example.com | Chave Pix correta;(11) 98765-4321;Sim
          Pix atualizado;529.982.247-25;ANA@example.com | Mensagem;Pagar no pix bia@example.com;Pagar R$ 20,00
          Chave para pagamento;bia@example.com;ana@example.com | Pagar na chave;11 98765-4321;Sim
        `),
      ],
    }).map(([row, code]) => [...row, code]),
  )('is refused for what is written beside it: %s: %s', async (heading, said, open, code) => {
    expect((await checked(twoBills(heading, said, open))).problems).toMatchObject([{ code, line: 2, value: said }]);
  });

  it.for([
    ['Situação', 'Pago', 'A pagar', 'settled_row'],
    ['Obs.', 'NÃO PAGAR: em disputa', 'pagar até sexta', 'settled_row'],
    ['Desconto', '1,00', '0,00', 'other_amount'],
  ] as const)(
    'is not sent, and the others are with --only-valid: %s: %s',
    async ([heading, said, open, code], { office }) => {
      const path = office.file('bills.csv', twoBills(heading, said, open));
      const refused = await office.pay(path, '30,00');
      expect(refusalOf(refused)).toMatchObject({
        exitCode: 2,
        code: 'rows_invalid',
        details: { problems: [{ code, line: 2, column: heading, value: said }] },
      });
      expect((await office.pay(path, '20,00', ['--only-valid'])).exitCode).toBe(0);
      expect((await office.sent()).map(({ value }) => value)).toEqual([2_000]);
    },
  );

  it.each<[string, string[], string, string]>([
    [
      'for a day of payment that has passed, beside the day on which it is due',
      [
        'NF;Chave Pix;Valor;Vencimento;Data de pagamento;Aprovado',
        '1;ana@example.com;10,00;10/07/2026;10/07/2026;✔',
        '2;ana@example.com;20,00;10/07/2026;;✓ Bruno',
        '3;ana@example.com;30,00;10/07/2026;14/07/2026;x',
      ],
      'settled_row',
      '10/07/2026',
    ],
    ...['Valor (R$)', 'Valor em reais', 'Quantia', 'Amount'].map((amount): [string, string[], string, string] => [
      `for a discount beside ${amount}, from which it may have to be taken`,
      [`NF;Chave Pix;${amount};Desconto`, '1;ana@example.com;10,00;1,00'],
      'other_amount',
      '1,00',
    ]),
    ...['Saldo', 'Em aberto', 'A pagar'].map((left): [string, string[], string, string] => [
      `for less that is left below ${left}, beside a net amount`,
      [
        `NF;Chave Pix;Valor líquido;Desconto;${left}`,
        '1;ana@example.com;10,00;1,00;4,00',
        '2;ana@example.com;20,00;1,00;20,00',
        '3;ana@example.com;30,00;1,00;900,00',
      ],
      'amount_left',
      '4,00',
    ]),
  ])('is refused %s', async (_, lines, code, value) => {
    expect((await checked(lines)).problems).toMatchObject([{ code, line: 2, value }]);
  });

  it('is named with its column, however long the line is', async ({ office }) => {
    const path = office.file('bills.csv', [
      'NF;Chave Pix;Valor;Pago;Desconto;Tipo',
      '1;ana@example.com;10,00;x;;Salário',
      '2;bia@example.com;20,00;;1,00;',
    ]);
    const { stdout } = await office.run(['payouts', 'check', path], { isTerminal: true, columns: 80 });
    expect(stdout).toContain('Line 2, Tipo "Salário": must be CPF');
    expect(stdout).toContain('Line 2, Pago "x": the row was paid');
    expect(stdout).toContain('Line 3, Desconto "1,00": by this column');
  });

  it.for(['PAGO em 05/07', 'Lote já pago em 05/07', 'NÃO PAGAR;ainda', 'Cancelado', 'Contas a receber - julho'])(
    'is of a file that says so above its header: %s',
    async (title, { office }) => {
      const path = office.file('bills.csv', [
        'Contas pagas com Pix',
        title,
        'Chave Pix;Valor',
        'ana@example.com;10,00',
      ]);
      for (const flags of [[], ['--only-valid']]) {
        const refused = await office.pay(path, '10,00', flags);
        expect(refusalOf(refused)).toMatchObject({
          exitCode: 2,
          details: { problems: [{ code: 'settled_file', line: 2, value: title.replace(';', ' ') }] },
        });
      }
      expect(await office.sent()).toEqual([]);
    },
  );

  it('is refused for a formula without a value where others say that they were paid', async () => {
    const file = await book([
      ['Chave Pix', 'Valor', 'Status', 'Setor'],
      ['ana@example.com', '10,00', { formula: 'VLOOKUP(A2,Banco!A:B,2,0)' }, 'Obras'],
      ['bia@example.com', '20,00', { formula: 'VLOOKUP(A3,Banco!A:B,2,0)', value: 'A pagar' }, { formula: 'D2' }],
      [undefined, undefined, { formula: 'VLOOKUP(A4,Banco!A:B,2,0)' }],
    ]);
    const expected = { code: 'formula_without_value', line: 2, column: 'Status' };
    expect((await checked(file)).problems).toMatchObject([expected]);
    expect(await paidBeside('bills.xlsx', file, '20,00')).toEqual([20]);
  });

  it('is refused by a cell beside it that several rows share', async () => {
    const cells = [
      ['Chave Pix', 'Valor', 'Situação', 'Aprovado', 'Setor'],
      ['ana@example.com', '10,00', 'A pagar', 'Sim', 'Obras'],
      ['bia@example.com', '20,00'],
      ['eva@example.com', '30,00', 'Pago', 'Sim'],
      ['gil@example.com', '40,00'],
    ];
    const ranges = ['C2:C3', 'C4:C7', 'D2:D3', 'D4:D7', 'E2:E5'].map((name) => `<mergeCell ref="${name}"/>`).join('');
    const file = await book(cells, `<mergeCells>${ranges}</mergeCells>`);
    const expected = [4, 5].map((line) => ({ code: 'settled_row', line, value: 'Pago' }));
    expect((await checked(file)).problems).toMatchObject(expected);
    expect(await paidBeside('bills.xlsx', file, '30,00')).toEqual([10, 20]);
  });

  it('pays the amount whose column says that it is what is paid, whatever was deducted from another', async () => {
    const lines = ['Nome;Chave Pix;Salário bruto;Descontos;Valor líquido', 'Ana;ana@example.com;12,00;2,00;10,00'];
    expect(await paidBeside('payroll.csv', lines, '10,00')).toEqual([10]);
  });

  it('is named by its cells in every kind of file, also the report of a run', async ({ office }) => {
    const first = office.file('first.csv', ['NF;Chave Pix;Valor', '1;ana@example.com;10,00']);
    const { run } = runOf(await office.pay(first, '10,00'));
    for (const name of ['report.csv', 'report.xlsx']) {
      const report = join(office.folder, name);
      await office.run(['payouts', 'report', run, '--out', report]);
      const checked = await office.check(report, ['--lang', 'pt-BR']);
      expect([name, checked.exitCode, JSON.parse(checked.stdout).problems]).toMatchObject([
        name,
        2,
        expect.arrayContaining([expect.objectContaining({ code: 'settled_row', line: 2 })]),
      ]);
    }
    const objects = office.file('rows.ndjson', ['{"pix_key":"ana@example.com","amount":10.5," Status ":"PAID"}']);
    expect(jsonError(await office.pay(objects, '10,50'))).toMatchObject({
      details: { problems: [{ code: 'settled_row', column: 'Status', value: 'PAID' }] },
    });
  });

  it('is refused when it is not about reais', async () => {
    const codes = ['USD', 'BRL', 'R$', 'Real (BRL)', '', 'Euro'];
    const rows = codes.map((code, index) => `${index};ana@example.com;${index + 1}0,00;${code}`);
    expect((await checked(['NF;Chave Pix;Valor;Moeda', ...rows])).problems).toMatchObject([
      { code: 'other_currency', line: 2, value: 'USD' },
      { code: 'other_currency', line: 7, value: 'Euro' },
    ]);
  });

  it('is not meant by words of other columns', async ({ office }) => {
    const path = office.file('bills.csv', [
      'NF;Chave Pix;Valor;Descrição;Estado;Valor pago;Forma;Status da obra;Retém ISS?;Cidade',
      '1;ana@example.com;10,00;Pago com atraso;PA;0,00;Pago à vista;Concluída;Não;Não-Me-Toque',
    ]);
    const checked = await office.run(['payouts', 'check', path]);
    expect(checked.exitCode, checked.stderr).toBe(0);
  });
});
