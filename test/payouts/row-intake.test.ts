import { expect, it } from 'vitest';
import type { CellLocation, Problem, Notice } from '../../src/payouts/files/batch-problem.ts';
import type { BatchOptions } from '../../src/payouts/files/batch-summary.ts';
import { linesIn } from '../support/grouped.ts';
import { PAYMENT, put, remittanceLines } from '../support/remittance.ts';
import { readFile } from './batch-files.ts';

/** `code line row column=value`, without what the location has not. */
function said({ code, line, row, column, value }: (Problem | Notice) & CellLocation): string {
  const cell = column === undefined ? value : value === undefined ? column : `${column}=${value}`;
  return [code, line, row === undefined ? undefined : `(${row})`, cell].filter((part) => part !== undefined).join(' ');
}

const DUE = 'chave;valor;Vencimento';
const [A, B, C] = ['a@x.br;10,00', 'b@x.br;20,00', 'c@x.br;40,00'];
const STATUS = 'chave;valor;Status';
const NOTES = 'ref;chave;valor;Obs';
const TODAY = { today: '2026-07-14', paidOn: '2026-07-14' };
const UNTIL = { dueUntil: '2026-07-14' };

/** Lines of a file => the rows that may be paid => everything that is said; and what is asked of it, if anything is. */
const FILES: readonly (string | readonly [BatchOptions, string])[] = [
  `${DUE} | ${A};10/07/2026 | ${B};15/07/2026 => 1 2 => several_days`,
  [TODAY, `${DUE} | ${A};10/07/2026 | ${B}; => 1 2 => several_days & overdue`],
  [TODAY, `${DUE} | ${A};15/07/2026 | ${B};16/07/2026 => 1 2 => several_days`],
  [TODAY, `${DUE} | ${A};15/07/2026 | ${B};15/07/2026 => 1 2 => not_due_yet`],
  [TODAY, `${DUE} | ${A};13/07/2026 | ${B};13/07/2026 => 1 2 => overdue`],
  [TODAY, `${DUE} | ${A};14/07/2026 | ${B};14/07/2026 => 1 2`],
  [TODAY, `${DUE} | ${A}; | ${B}; => 1 2`],
  ...['Pagar a partir de', 'Previsão de pagamento', 'Agendar para', 'Data prevista', 'Data programada'].flatMap(
    (plan) => [
      [TODAY, `chave;valor;${plan} | ${A};14/07/2026 | ${B};20/12/2026 => 1 2 => several_days`] as const,
      [TODAY, `chave;valor;${plan};Vencimento | ${A};20/12/2026;14/07/2026 => 1 => unknown_column 1 ${plan}`] as const,
    ],
  ),
  ...['Vencimento (MM/DD/AAAA)', 'Due date [format: month-day-year]', 'Dt. vencto. (m/d)', 'Venc. (mês.dia)'].map(
    (heading) => [TODAY, `chave;valor;${heading} | ${A};07/9/2026 => 1 => overdue`] as const,
  ),
  [TODAY, `chave;valor;Vencimento (mm/dd/yyyy) | ${A};2026-07-10 => 1 => overdue`],
  [TODAY, `chave;valor;Vencimento (aaaa-mm-dd) | ${A};07/10/2026 => 1 => not_due_yet`],
  [TODAY, `chave;valor;Data de pagamento | ${A};14/07/2026 00:00 => 1`],
  [TODAY, `chave;valor;Data de pagamento;Vencimento | ${A};15/07/2026;14/07/2026 => 1`],
  [UNTIL, `${DUE} | ${A};14/07/2026 | ${B};15/07/2026 | ${C}; => 1 => left_for_later`],
  [UNTIL, `${DUE} | ${A};13/07/2026 | x;y;15/07/2026 => 1 => left_for_later`],
  [{ ...TODAY, dueUntil: '2026-07-15' }, `${DUE} | ${A};13/07/2026 | ${B};16/07/2026 => 1 => left_for_later & overdue`],
  [UNTIL, `${DUE} | ${A};13/07/2026 | ${B};x => 1 => invalid_day 3 (2) Vencimento=x`],
  [UNTIL, `${DUE} | ${A};13/07/2026 | ${B};15/07/2026;x => 1 => too_many_cells 3 (2)`],
  [UNTIL, `${DUE} | ${A};14/07/2026 | ${B};15/07/2026 | Total;30,00; => 1 => sum_row 4 valor=30,00 & left_for_later`],
  [UNTIL, `chave;valor | ${A} => none => missing_column 1`],
  [UNTIL, `${DUE} | ${A};15/07/2026 => none => left_for_later`],

  'valor,em reais;chave;nome | 10,00;a@x.br;Ana => 1',
  'chave,valor,nome;valor | a@x.br,10.00,x => 1 => unknown_column 1 nome;valor',

  `Folha | chave;valor | ${A} => 1 => title_line 1 Folha`,
  `PAGO | Folha | chave;valor | ${A} => none => settled_file 1 PAGO & title_line 2 Folha`,
  [UNTIL, `nome;${DUE} | Ana;${A};14/07/2026 | NÃO PAGAR | Bia;${B};14/07/2026 => 1 3 => settled_file 3 (2)`],
  `nome;chave;valor | Ana;${A} | Obs: não pagar Ana;; => 1 => settled_file 3 (2)`,
  `nome;chave;valor | Ana;${A} | NÃO PAGAR; ;  => 1 => settled_file 3 (2)`,
  `Obs;chave;valor | não pagar;${A} => none => unknown_column 1 Obs & settled_row 2 (1) Obs=não pagar`,
  `nome;chave;valor | Ana;${A} | Cliente: Bia;NÃO PAGAR; => 1 => ` +
    'missing_value 3 (2) valor= & invalid_key 3 (2) chave=NÃO PAGAR',
  `nome;chave;valor | Ana;${A} | Total Clean Ltda;;10,00 => 1 => missing_value 3 (2) chave=`,
  'nome,chave,valor,obs;valor | Ana,a@x.br,10, => 1 => unknown_column 1 obs;valor',
  `nome;chave;valor;obs,valor | Ana;${A}; => 1 => unknown_column 1 obs,valor`,
  `nome;chave;valor | Ana;${A} | Funcionários;; => 1 => missing_value 3 (2) chave= & missing_value 3 (2) valor=`,
  ...linesIn(`
    Pagos | CANCELADOS | Pagamentos efetuados | Contas já pagas | Pagos: | (pagos) | *** CANCELADOS *** | Status: pago
    PAGOS EM 05/12 | PAGOS HOJE | Já pagos - novembro | SUSPENSOS - não pagar | PENDENTES DE APROVAÇÃO
    Contas a receber - julho
  `).flatMap((note) => [
    `${note} | chave;valor | ${A} => none => settled_file 1 ${note}`,
    `nome;chave;valor | ${note};; | Ana;${A} => 2 => settled_file 2 (1)`,
  ]),
  ...[
    ...['ATENÇÃO:;NÃO PAGAR;', ';Atenção;não pagar', 'Obs:;;Não pagar estes', 'Status:;PAGO;05/11/2026'],
    ...['Situação;CANCELADO;', 'Lote 2;PAGO;05/11/2026', 'Pagos:;3;', 'JÁ PAGOS;05/11/2026;', 'Pagos em julho;;30,00'],
    ...['Realizados;;', 'Já efetuados;;', 'Enviados em 05/11;;', 'Turma A:;NÃO PAGAR;', 'Turma B: ;NÃO PAGAR;'],
    ...['Feito\u00a0;NÃO PAGAR;', 'Feito (S/N) ;NÃO PAGAR;'],
  ].map((note) => `nome;chave;valor | ${note} | Ana;${A} => 2 => settled_file 2 (1)`),
  ...linesIn(`
    Total pago;;10,00 | Total já pago:;;10,00 | Subtotal quitado;;10,00 | Total de pagamentos efetuados;;10,00
  `).map((sum) => `nome;chave;valor | Ana;${A} | ${sum} | Bia;${B} => 1 3 => settled_file 3 (2)`),
  `nome;chave;valor | Ana;${A} | Bia;${B} | Total pago;;10,00 => 1 2 => sum_mismatch 4 (3) valor=10,00`,
  `Status;chave;valor | Pago;${A} | Total pago;;10,00 | ;${B} | Total a pagar;;20,00 => 2 => ` +
    'settled_row 2 (1) Status=Pago & sum_row 3 valor=10,00 & sum_row 5 valor=20,00',
  `Status;nome;chave;valor | PAGO;Ana;; | ;Bia;${B} => 2 => ` +
    'missing_value 2 (1) valor= & settled_row 2 (1) Status=PAGO & missing_value 2 (1) chave=',
  `Status;nome;chave;valor | ;Ana;NÃO PAGAR; | ;Bia;${B} => 2 => ` +
    'missing_value 2 (1) valor= & invalid_key 2 (1) chave=NÃO PAGAR',
  `Status;nome;chave;valor | PAGO;1003;;30,00 | ;Bia;${B} => 2 => ` +
    'settled_row 2 (1) Status=PAGO & missing_value 2 (1) chave=',
  `chave;valor;nome;ref;;;;;; | ${A};;;;;;;;PAGOS | ${B};;;;;;;; => 2 => settled_file 2 (1) #10=PAGOS & ` +
    ['#5', '#6', '#7', '#8', '#9', '#10'].map((column) => `unknown_column 1 ${column}`).join(' & '),
  `;nome;chave;valor | PAGOS;Ana;${A} | ;Bia;${B} => 2 => settled_file 2 (1) #1=PAGOS & unknown_column 1 #1`,
  ...['Pagamentos de julho', 'Contas pagas com Pix'].map(
    (title) => `${title} | chave;valor | ${A} => 1 => title_line 1 ${title}`,
  ),
  `nome;chave;valor | Ana;${A} | Colaborador;Chave Pix;Horas | Bia;${B} => 1 3 => second_header 3 (2)`,
  `nome;banco;chave;valor | Ana;x;${A} | Prestador;Chave;Valor; | Bia;x;${B} => 1 3 => ` +
    'second_header 3 (2) & unknown_column 1 banco',
  ...[';Bruto;Líquido', '1ª parte;Bruto;Líquido', ';Bruto;R$', ';Bruto;(líquido)', ';Bruto;h'].map(
    (lower) => `nome;cpf;chave;valor; | Nome;;${lower} | Bia;;${B}; => 2 => second_header 2 (1) & unknown_column 1 #5`,
  ),
  ...['NF 17', '17 NF', 'a@b'].map(
    (note) =>
      `nome;chave;valor; | Ana;;a combinar;${note} | Bia;${B}; => 2 => ` +
      'unknown_column 1 #4 & invalid_amount 2 (1) valor=a combinar & missing_value 2 (1) chave=',
  ),
  'nome;chave;valor; | Ana;;10,00;conferido => none => unknown_column 1 #4 & missing_value 2 (1) chave=',
  'nome;chave;valor; | Ana;; ;conferido => none => ' +
    'unknown_column 1 #4 & missing_value 2 (1) chave= & missing_value 2 (1) valor= ',
  'nome;chave;valor; | Ana;a@x.br;a combinar;conferido | Bia;;a definir;conferido => none => ' +
    'unknown_column 1 #4 & invalid_amount 2 (1) valor=a combinar & invalid_amount 3 (2) valor=a definir & ' +
    'missing_value 3 (2) chave=',
  `nome;chave;valor | Ana;${A} | Bia;Chave Pix; => 1 => invalid_key 3 (2) chave=Chave Pix & missing_value 3 (2) valor=`,
  `nome;chave;valor | Ana;;a combinar | Bia;${B} => 2 => ` +
    'invalid_amount 2 (1) valor=a combinar & missing_value 2 (1) chave=',
  'nome;tipo de chave;chave;valor;forma | Ana;CPF;a confirmar;a definir;Pix => none => ' +
    'invalid_amount 2 (1) valor=a definir & invalid_key 2 (1) chave=a confirmar',
  `Forma:;Pix;Valor:;1.500,00 | nome;tipo;chave;valor | Ana;;${A} => 1 => title_line 1 Forma: Pix Valor: 1.500,00`,
  `Forma:;Pix;Valor:;1.500,00 | Novembro | nome;tipo;chave;valor | Ana;;${A} => 1 => ` +
    'title_line 1 Forma: Pix Valor: 1.500,00 & title_line 2 Novembro',
  'Folha | nome;ref => none => title_line 1 Folha & missing_column 2 & missing_column 2',
  `chave;valor;; | chave;valor;nome;tipo | ${A};Ana;EMAIL => 1 => title_line 1 chave valor`,
  `chave;valor;Obs | ${A}; => 1 => unknown_column 1 Obs`,
  'chave;valor;Chave PIX => none => doubled_column 1 Chave PIX',
  'nome;ref => none => missing_column 1 & missing_column 1',
  'chave;valor => none => no_rows',
  'chave;valor | ; => none => no_rows',
  'chave;valor | ;10,00 => none => missing_value 2 (1) chave=',
  `chave;valor | ${A} | Total;10,01 => 1 => sum_mismatch 3 (2) valor=10,01`,

  // What no sum can hold is the row's problem: a column of tax IDs may have been taken for amounts.
  'chave;valor | a@x.br;70000000000000 | b@x.br;70000000000000 => 1 => invalid_amount 3 (2) valor=70000000000000',
  [
    UNTIL,
    `${DUE} | ${A};14/07/2026 | b@x.br;70000000000000;15/07/2026 | c@x.br;70000000000000;16/07/2026 => 1 => ` +
      'left_for_later',
  ],

  `${STATUS} | ${A};Pago | ${B};a pagar | ${C}; => 2 3 => settled_row 2 (1) Status=Pago`,
  `${STATUS} | ${A};#ERRO! | ${B};#ERR => none => ` +
    'spreadsheet_error 2 (1) Status=#ERRO! & spreadsheet_error 3 (2) Status=#ERR',
  `${STATUS} | ${A};'Pago => none => settled_row 2 (1) Status='Pago`,
  `chave;valor; Status  | ${A};Pago => none => settled_row 2 (1) Status=Pago`,
  `chave;valor;Moeda | ${A};USD => none => other_currency 2 (1) Moeda=USD`,
  `chave;valor;Desconto | ${A};1,00 => none => other_amount 2 (1) Desconto=1,00`,
  `chave;valor;Saldo | ${A};1,00 => none => amount_left 2 (1) Saldo=1,00`,
  `${NOTES} | 1;${A};já pago | 2;${B};Pago em dia => none => ` +
    'unknown_column 1 Obs & settled_row 2 (1) Obs=já pago & settled_row 3 (2) Obs=Pago em dia',
  `${NOTES} | 1;${A}; a receber  | 2;${B};Contas pagas  => none => ` +
    'unknown_column 1 Obs & settled_row 2 (1) Obs= a receber  & settled_row 3 (2) Obs=Contas pagas ',
  `${NOTES} | 1;${A};obra => 1 => unknown_column 1 Obs`,
  `chave;valor;cpf;Obs | ${A};52998224725;Pagar a Ana, CPF 529.982.247-25 => 1 => unknown_column 1 Obs`,
  // The longest cell that is read, in a time that does not grow with its square.
  ...['a', '.', '. ', 'ja ', 'pagar ', 'novo pix ', '1.'].map(
    (part) => `chave;valor;Setor | ${A};Pagar ${part.repeat(20_000)}x => 1 => unknown_column 1 Setor`,
  ),
  `chave;valor; | ${A};pago => none => unknown_column 1 #3 & settled_row 2 (1) #3=pago`,
  `chave;valor;ref;nome;descricao | ${A};NÃO PAGAR;; => none => settled_row 2 (1) ref=NÃO PAGAR`,
  `chave;valor;ref;nome;descricao | ${A};;Cancelado; => none => settled_row 2 (1) nome=Cancelado`,
  `chave;valor;ref;nome;descricao | ${A};;;não pagar: em disputa => none => ` +
    'settled_row 2 (1) descricao=não pagar: em disputa',
  `chave;valor;ref;nome;descricao | ${A};F-1;Ana;Salário => 1`,

  [
    { today: '2026-07-14' },
    `chave;valor;Data de pagamento | ${A};13/07/2026 => none => day_passed 2 (1) Data de pagamento=13/07/2026`,
  ],
  [{ today: '2026-07-14' }, `chave;valor;Data de pagamento | ${A};14/07/2026 => 1`],
  [{ today: '2026-07-14' }, `chave;valor;Data de pagamento | ${A}; => 1`],
  `chave;valor;Data de pagamento | ${A};13/07/2026 => 1`,
  [{ today: '2026-07-14' }, `chave;valor;Vencimento | ${A};13/07/2026 => 1`],
  [TODAY, `chave;valor;Data do Pix | ${A};13/07/2026 => none => settled_row 2 (1) Data do Pix=13/07/2026`],
  [TODAY, `chave;valor;Data do Pix | ${A};14/07/2026 => 1`],
  [TODAY, `chave;valor;Data do Pix;Vencimento | ${A};15/07/2026;14/07/2026 => 1`],
  [TODAY, `chave;valor;Data do Pix;Vencimento | ${A};15/07/2026; => none => settled_row 2 (1) Data do Pix=15/07/2026`],
  [TODAY, `chave;valor;Prorrogado para | ${A};15/07/2026 => none => settled_row 2 (1) Prorrogado para=15/07/2026`],
  [TODAY, `chave;valor;Prorrogado para | ${A};14/07/2026 => 1`],

  '{"chave":"a@x.br","valor":10,"Status":"Pago"} => none => settled_row 1 (1) Status=Pago',
  '{"chave":"a@x.br","valor":10," Status  atual ":"Pago"} => none => settled_row 1 (1) Status atual=Pago',
  '{"chave":"a@x.br","valor":10,"x\\nStatus":1} | {"chave":"b@x.br","valor":10,"x":1,"Status":"Pago"} => 1 => ' +
    'unknown_column 1 x Status & unknown_column 2 x & settled_row 2 (2) Status=Pago',
  '{"chave":"a@x.br","valor":10,"Status":{"nome":"Pago"}} => none => nested_value 1 (1) Status={"nome":"Pago"}',
  '{"chave":"a@x.br","valor":10,"x":{"nome":"Ana"}} => 1 => unknown_column 1 x',
  '{"chave":"a@x.br","valor":10,"":"pago"} => none => unknown_column 1 #3 & settled_row 1 (1) #3=pago',
  '{"chave":"a@x.br","valor":10,"x":1} | {"chave":"b@x.br","valor":10} | {"chave":"c@x.br","valor":10,"x":2} => ' +
    '1 2 3 => unknown_column 1 x',
  `chave;valor | ${A} | b@x.br;1,00 | Total;11,01 => 1 => ` +
    'below_minimum 3 (2) valor=1,00 & sum_mismatch 4 (3) valor=11,01',
  `chave;valor | ${A} | ${B} | Total;30,00;x => 1 2 => too_many_cells 4 (3)`,
  `chave;valor;descricao | ${A};"x\ny" => none => control_character 2 (1) descricao=x\ny`,
  [{ allowDuplicates: true }, `ref;chave;valor | 1;${A} | 1;${A} => 1 => duplicate_reference 3 (2) ref=1`],
  `ref;chave;valor | 007;${A} | 7;${A} => 1 => duplicate_payout 3 (2) chave=a@x.br`,
  [TODAY, `${DUE} | ${A};14/07/2026 00:00 | ${B};2026-07-14T00:00:00 => 1 2`],
  `${DUE} | ${A};14/07/2026 00:30 => none => invalid_day 2 (1) Vencimento=14/07/2026 00:30`,
  `${DUE} | ${A};00:00 14/07/2026 => none => invalid_day 2 (1) Vencimento=00:00 14/07/2026`,
  `${DUE} | ${A};- | ${B};– => 1 2`,
  `${DUE} | ${A};#REF! => none => spreadsheet_error 2 (1) Vencimento=#REF!`,
  `${DUE} | ${A};-- => none => invalid_day 2 (1) Vencimento=--`,
  [UNTIL, `chave;valor;Vencimento (mm/dd/aaaa) | ${A};07/14/2026 | ${B};7/15/2026 => 1 => left_for_later`],
  ...['sim', 's', 'Yes', 'y', 'true', 'VERDADEIRO', '1', 'x', 'ok', '✓', '✔', '☑ ', '✅', 'ü', 'þ '].map(
    (yes) => `chave;valor;duplicado ok | ${A}; | ${A};${yes} => 1 2`,
  ),
  ...['nao', 'N', 'no', 'false', 'Falso', '0', '—'].map(
    (no) => `chave;valor;duplicado ok | ${A}; | ${A};${no} => 1 => duplicate_payout 3 (2) chave=a@x.br`,
  ),
  ...['üx', 'a ✓', 'a✓', '2'].map(
    (word) => `chave;valor;duplicado ok | ${A};${word} => none => unreadable_flag 2 (1) duplicado ok=${word}`,
  ),
  'chave;valor | (11) 98765-4321;10,00 | 11987654322;20,00 => 1 2 => taken_for_phone 3 (2) chave=11987654322',
  'tipo_chave;chave;valor | celular;11987654322;20,00 => 1',
  `tipo_chave;chave;valor | x;${A} => none => invalid_key_type 2 (1) tipo_chave=x`,
  `tipo_chave;chave;valor | x\u0001;${A} => none => control_character 2 (1) tipo_chave=x\u0001`,
  'tipo_chave;chave;valor | CPF;x;10,00 => none => invalid_key 2 (1) chave=x',
  'chave;valor;cpf | 52998224725;10,00;***.982.247-** | b@x.br;10,00;529.982.247-25 => 1 2',
  'chave;valor;cpf | 52998224725;10,00;11.222.333/0001-81 => 1',
  'chave;valor;cpf | 11.222.333/0001-81;10,00;11.222.333/0001-81 => 1',
  `chave;valor;descricao | ${A};${'x'.repeat(140)} => 1`,
  `ref;nome;descricao;chave;valor | Ç=1;João-Pedro;Ação #nome;${A} => 1`,
  `chave;valor;descricao | ${A};=SOMA => 1 => formula_like_text 2 (1) descricao==SOMA`,
  'chave;valor | 00000000000191;10,00 => 1',
  'pixKey;valor | a@x.br;1000 => 1',
  'pixKey;amount | a@x.br;499 | b@x.br;500 => 1 => ambiguous_amount 3 (2) amount=500',
  'chave,valor,obs | a@x.br,10,5 => 1 => unknown_column 1 obs & amount_cut_at_comma 2 (1) valor=10',
  ...['a@x.br,10,500', 'a@x.br,10,5x', 'a@x.br,10.5,50'].map(
    (row) => `chave,valor,obs | ${row} => 1 => unknown_column 1 obs`,
  ),
  ...['a@x.br,10,5 ', 'a@x.br,R$ 10,50'].map(
    (row) => `chave,valor, | ${row} => none => unknown_column 1 #3 & too_many_cells 2 (1)`,
  ),
  ...['chave,valor,,obs | a@x.br,10,50', 'chave,valor,,nome,obs | a@x.br,10,50,Maria'].map(
    (file) => `${file} => none => unknown_column 1 #3 & unknown_column 1 obs & too_few_cells 2 (1)`,
  ),
  ...['a@x.br,10.50,5', 'a@x.br,10,500', 'a@x.br,10,5x', 'a@x.br,10,'].map(
    (row) => `chave,valor, | ${row} => 1 => unknown_column 1 #3`,
  ),
  'chave;valor; | a@x.br;10;5 => 1 => unknown_column 1 #3',
  'chave;valor | a@x.br;5,00 | b@x.br;4,99 => 1 => below_minimum 3 (2) valor=4,99',
  'chave;valor | a@x.br;70368744177664,00 => 1',
  'chave;valor | a@x.br;70368744177664,01 => none => above_maximum 2 (1) valor=70368744177664,01',
  [
    { allowDuplicates: true },
    `ref;chave;valor | 1234567890123450;${A} | 1234567890123456;${A} => 1 => ` +
      'rewritten_reference 3 (2) ref=1234567890123456',
  ],
  `chave;valor;descricao;Setor | ${A};Pago em dia;x => 1 => unknown_column 1 Setor`,
  `${DUE} | ${A};14/07/2026 00:00x => none => invalid_day 2 (1) Vencimento=14/07/2026 00:00x`,
  [{ forceKeys: true }, 'tipo_chave;chave;valor | CPF;x;10,00 => none => invalid_key 2 (1) chave=x'],
  'tipo_chave;chave;valor | EMAIL;11912345684;10,00 => none => key_type_mismatch 2 (1) chave=11912345684',
  'chave;valor | 11912345684;10,00 => none => ambiguous_key 2 (1) chave=11912345684',
  [{ forceKeys: true }, `chave;valor;cpf | ${A};191 => none => invalid_tax_id 2 (1) cpf=191`],
  'chave;valor;tipo;cpf | CPF 529.982.247-25;10,00;CPF/CNPJ;CPF: 529.982.247-25 => 1',
  [{ forceKeys: true }, 'chave;valor | PIX 529.982.247-25;10,00 => none => invalid_key 2 (1) chave=PIX 529.982.247-25'],
  `ref;chave;valor | EXEMPLO-1;${A} => none => example_row 2 (1) ref=EXEMPLO-1`,
  [{ feeRule: { coverFee: false } }, `chave;valor;cobrir tarifa | ${A};sim => 1`],
  [
    { feeRule: { coverFee: false, isForced: true } },
    `chave;valor;cobrir tarifa | ${A};sim => 1 => fee_overridden 2 (1) cobrir tarifa=sim`,
  ],
  `ref;chave;valor | 1;${A} | 1;${B} => 1 => duplicate_reference 3 (2) ref=1`,
  `ref;chave;valor | 1;${A} | 2;${A} => 1 => duplicate_payout 3 (2) chave=a@x.br`,
  [{ allowDuplicates: true }, `ref;chave;valor | 1;${A} | 2;${A} => 1 2`],
  [{ allowDuplicates: true }, `ref;chave;valor | 007;${A} | 7;${A} => 1 => rewritten_reference 3 (2) ref=7`],
  [{ allowDuplicates: true }, `ref;chave;valor | 7;${A} | 007;${A} => 1 => rewritten_reference 3 (2) ref=007`],
  [{ allowDuplicates: true, newReferences: true }, `ref;chave;valor | 007;${A} | 7;${A} => 1 2`],
  [{ allowDuplicates: true }, `ref;chave;valor | 007;${A} | 7;${B} => 1 2`],
  [{ allowDuplicates: true }, `ref;chave;valor | 007;${A} | 7;a@x.br;10,01 => 1 2`],
  [{ allowDuplicates: true }, `ref;chave;valor;duplicado ok | 007;${A};sim | 7;${A};sim => 1 2`],
  'sep=; | chave,nome,ref,x;chave;valor | x;a@x.br;10,00 => 1 => unknown_column 2 chave,nome,ref,x',
  'sep=;;; | chave,nome,ref,x;chave;valor | x;a@x.br;10,00 => 1 => unknown_column 2 chave,nome,ref,x',
  `Use sep=, | chave;valor | ${A} => 1 => title_line 1 Use sep=,`,
  `Folha; ;julho | chave;valor | ${A} => 1 => title_line 1 Folha julho`,
  'a;b | c;d => none => header_not_found 1',
  '[1];x => none => json_array 1',
  'nome;x | a;b => none => header_not_found 1',
  'x;valor | a;1 => none => missing_column 1 & unknown_column 1 x',
  `chave;valor;ref;Pedido | ${A};1;2 => 1 => unknown_column 1 Pedido`,
  ...[
    ['Referência', 'Ref', 'Código', 'Nota', 'NF', 'NF-e', 'Nota fiscal', 'Fatura', 'Pedido', 'Documento fiscal'],
    ['Seu número', 'Nº documento', 'N. da nota', 'Num. nota fiscal', 'Número da NF', 'No. fatura', 'Nº do pedido'],
    ['Payee', 'Fornecedor', 'Empresa'],
    ['Tax number', 'Documento', 'Document'],
    ['Key type', 'Tipo', 'Type'],
    ['Payment description', 'Mensagem', 'Histórico', 'Message', 'Memo'],
  ].map(
    ([named = '', ...general]) =>
      `chave;valor;${general.join(';')};${named} | ${A}${';'.repeat(general.length + 1)} => 1 => ` +
      general.map((heading) => `unknown_column 1 ${heading}`).join(' & '),
  ),
  'valor;Pix;Key;Chave do Pix | 10,00;x;y;a@x.br => 1 => unknown_column 1 Pix & unknown_column 1 Key',
  `chave;valor;Data pagamento;Data do pagamento;Payment date;Vencto. | ${A};;;; => 1`,
  ...[
    ...['Nota', 'NF', 'NF-e', 'Nota fiscal', 'Fatura', 'Pedido', 'Ref', 'Código', 'Documento fiscal'],
    ...['Nº documento', 'N° da nota', 'Número da fatura', 'No. do pedido', 'Num. NF'],
  ].map((heading) => `${heading};chave;valor | 7;${A} | 7;${B} => 1 => duplicate_reference 3 (2) ${heading}=7`),
  ...['Fornecedor', 'Empresa', 'Documento', 'Document', 'Tipo', 'Type', 'Mensagem', 'Histórico', 'Message', 'Memo'].map(
    (heading) => `chave;valor;${heading} | ${A}; => 1`,
  ),
  ...['R$', 'BRL', 'reais', 'em reais', 'em R$', 'in reais', 'in BRL', 'obrigatório', 'required'].map(
    (said) => `chave;valor (${said}) | ${A} => 1`,
  ),
  `chave;valor;Currency code | ${A};Real brasileiro | ${B};009 => 1 2`,
  `chave;valor;Moeda do pagamento | ${A};USD => none => other_currency 2 (1) Moeda do pagamento=USD`,
  `chave;valor;Fornecedor;Empresa | ${A};x;y => 1 => unknown_column 1 Empresa`,
  `chave;valor;mensagem;histórico | ${A};x;y => none => doubled_column 1 histórico`,
  `chave;valor;Obs;Obs;Obs | ${A};1;2;3 => 1 => ` +
    'unknown_column 1 Obs & unknown_column 1 Obs (2) & unknown_column 1 Obs (3)',
  `chave;valor;Obs "x" | ${A};5" y => 1 => unknown_column 1 Obs "x"`,
  'chave;valor |  ;  => none => no_rows',
  'chave;valor;obs | a@x.br;10;5 => 1 => unknown_column 1 obs',
  'chave,valor,obs | a@x.br,10, 5  => 1 => unknown_column 1 obs & amount_cut_at_comma 2 (1) valor=10',
  'chave,valor | a@x.br,10 => 1',
  `chave;valor;obs | ${A};"""x\ny" => none => unknown_column 1 obs & unclosed_quote 2 (1) obs="x\ny`,
  `chave;valor;obs | ${A};"1;2;\n3" => none => unknown_column 1 obs & unclosed_quote 2 (1) obs=1;2;\n3`,
  `chave;valor;obs | ${A};"1;\n3" => 1 => unknown_column 1 obs & line_break_in_cell 2 (1) obs`,
  `nome;chave;valor | """Ana"" Silva";${A} => 1`,

  '{"chave":"a@x.br","valor":10,"x":1,"yz":2} | {"chave":"b@x.br","valor":10,"xy":1,"z":2} => 1 2 => ' +
    'unknown_column 1 x & unknown_column 1 yz & unknown_column 2 xy & unknown_column 2 z',
  '{"chave":"a@x.br","valor":10} |   | {"chave":"b@x.br","valor":10} => 1 2',
  '{"chave":"a@x.br","valor":10} | null | 5 | "x" => 1 => ' +
    'not_an_object 2 (2) null & not_an_object 3 (3) 5 & not_an_object 4 (4) "x"',
  '{"x":[{"valor":1},[2]],"chave":"a@x.br","valor":10.50} => 1 => unknown_column 1 x',
  '{"ref":"a{[1","chave":"a@x.br","valor":10} => 1',
  '{"chave":"a@x.br","valor":1.234} => none => invalid_amount 1 (1) valor=1.234',
  '{"chave":"a@x.br","valor":10,"Obs":"x\\ny"} => 1 => unknown_column 1 Obs & line_break_in_cell 1 (1) Obs',

  `chave;valor;obs | ${A}; | ${B}; | c@x.br;30,00;Total => 1 2 3 => unknown_column 1 obs`,
  `chave;valor;obs | ${A}; | ${B}; |  ;30,00;  => 1 2 => unknown_column 1 obs & sum_row 4 valor=30,00`,
  `chave;valor | ${A} | Total;  => 1 => sum_row 3 valor= `,
  `chave;valor | ${A} | ** Total **;10,00 => 1 => sum_row 3 valor=10,00`,
  ...['Tatiana', 'Serviço total'].map(
    (text) => `chave;valor;obs | ${A}; | ;99,00;${text} => 1 => unknown_column 1 obs & missing_value 3 (2) chave=`,
  ),
  `chave;valor;obs | a@x.br;x; | ${B}; | ;;nota => 2 => ` +
    'unknown_column 1 obs & invalid_amount 2 (1) valor=x & missing_value 4 (3) chave= & missing_value 4 (3) valor=',

  ...linesIn(`
    # | ### | #REF! | #N/D | #n/a | #VALUE! | #VALU! | #VALOR! | #DIV/0! | #NOME? | #NÚM! | #num | #NULO! | #ERROR!
    #SPILL! | Err:502 | Loading... | Carregando…
  `).map((error) => `nome;chave;valor | ${error};${A} => none => spreadsheet_error 2 (1) nome=${error}`),
  ...["D'Ávila", '1ª', 'x#REF!', '#REF!x', '##x', 'Err:502x', 'Carregando', 'a=x', '-', '1,23E+10', 'Ã', 'Âmbar'].map(
    (name) => `nome;chave;valor | ${name};${A} => 1`,
  ),
  ...['=x', '+x', '-x', '@x', '＝x', '＋x', '－x', '＠x'].map(
    (name) => `nome;chave;valor | ${name};${A} => 1 => formula_like_text 2 (1) nome=${name}`,
  ),
  ...['-x', '+1'].map(
    (reference) => `ref;chave;valor | ${reference};${A} => 1 => formula_like_text 2 (1) ref=${reference}`,
  ),
  ...['nome', 'ref'].map(
    (heading) => `${heading};chave;valor | JosÃ©;${A} => 1 => garbled_text 2 (1) ${heading}=JosÃ©`,
  ),
  ...['=1', '＝1'].map((key) => `chave;valor | ${key};10,00 => none => formula 2 (1) chave=${key}`),
  'ref;chave;valor | =1;a@x.br;10,00 => none => formula 2 (1) ref==1',
  ...['1,23E+10', '1.2e5', '1E+5', '5,1e12'].map(
    (rounded) => `ref;chave;valor | ${rounded};${A} => none => scientific_notation 2 (1) ref=${rounded}`,
  ),
  ...['x1,2E+5', '1,2E+5x', '12E+5', '1e5', '5511990000000'].map(
    (reference) => `ref;chave;valor | ${reference};${A} => 1`,
  ),
  ...['12345000000', '12345678000000', '5511990000000'].map(
    (key) => `chave;valor | ${key};10,00 => none => scientific_notation 2 (1) chave=${key}`,
  ),
  ...['a=1', '123456789000000', '1234000000', '12345000001', 'x12345000000', '12345000000x'].map(
    (key) => `chave;valor | ${key};10,00 => none => invalid_key 2 (1) chave=${key}`,
  ),
  `chave;valor;Retenção 10% | ${A};1,00 => none => other_amount 2 (1) Retenção 10%=1,00`,
  `chave;valor;Aprovado por | ${A};  => none => settled_row 2 (1) Aprovado por= `,
  'chave;valor;Desconto | a@x.br;x;1,00 => none => invalid_amount 2 (1) valor=x',
  `chave;valor;Líquido | ${A};0,00 => 1`,
  [{ today: '2026-07-14' }, `chave;valor;Data do Pix | ${A};13/07/2026 => 1`],
  `chave;valor;Comprovante | ${A};NF 17 | ${B};Enviado => 1 => settled_row 3 (2) Comprovante=Enviado`,
  [TODAY, `chave;valor;Liberado | ${A};14/07/2026 | ${B};15/07/2026 => 1 => settled_row 3 (2) Liberado=15/07/2026`],
  `chave;valor;Pago a quem | ${A};Ana => 1`,
  ...['Pago?', 'Pago pelo', 'Pago pela', 'Pago s/n', 'Pago sim/não', 'Pago (s/nao)'].map(
    (heading) => `chave;valor;${heading} | ${A};Itaú => none => settled_row 2 (1) ${heading}=Itaú`,
  ),
];

const SCENES = FILES.map((entry) => {
  const [options, scene] = typeof entry === 'string' ? [{}, entry] : entry;
  const [file = '', rows, said] = scene.split(' => ');
  return { file, options, rows: rows === 'none' ? '' : rows, expected: said?.split(' & ') ?? [] };
});

it.each(SCENES)('$file', async ({ file, options, rows, expected }) => {
  const { payouts, problems, notices, invalidRows, summary } = await readFile(file.replaceAll(' | ', '\n'), options);
  expect(payouts.map(({ row }) => row).join(' ')).toBe(rows);
  expect(payouts.map(({ description }) => description)).not.toContain('');
  const found = [...problems, ...notices].map(said);
  expect(found.toSorted()).toEqual(expected.toSorted());
  expect(summary).toMatchObject({
    problems: problems.length,
    isValid: problems.length === 0,
    validRows: payouts.length,
  });
  expect(summary.invalidRows).toBe(invalidRows.length);
});

it.each<[string, string, BatchOptions, object]>([
  [
    'the days of a file',
    `${DUE} | ${A};10/07/2026 | ${B}; | ${C};10/07/2026`,
    {},
    {
      problems: [
        {
          details: {
            days: [
              { day: '2026-07-10', payouts: 2, sumCentavos: 5_000 },
              { day: '', payouts: 1, sumCentavos: 2_000 },
            ],
          },
        },
      ],
      summary: { isOfSeveralDays: true },
    },
  ],
  [
    'with a note alone in a row that more than that row is not as it says',
    `nome;chave;valor | NÃO PAGAR;; | Ana;${A}`,
    {},
    { problems: [{ code: 'settled_file' }], summary: { isUnread: true } },
  ],
  [
    'a row whose amount is cut at its comma into a column that no heading names',
    'chave,valor, | a@x.br,10,50',
    {},
    { problems: [{ code: 'too_many_cells', details: { cells: 3, columns: 2 } }] },
  ],
  [
    'what is late',
    `${DUE} | ${A};10/07/2026 | ${B};12/07/2026 | ${C};14/07/2026`,
    { ...TODAY, ...UNTIL },
    {
      notices: [{ code: 'overdue', details: { payouts: 2, sumCentavos: 3_000, since: '2026-07-10' } }],
      summary: { isOfSeveralDays: false },
    },
  ],
  [
    'what is early',
    `${DUE} | ${A};15/07/2026 | ${B};16/07/2026 | ${C};14/07/2026`,
    { ...TODAY, dueUntil: '2026-07-16' },
    { notices: [{ code: 'not_due_yet', details: { payouts: 2, sumCentavos: 3_000, until: '2026-07-16' } }] },
  ],
  [
    'what is left for later',
    `${DUE} | ${A};15/07/2026 | x;20,00; | c@x.br;y;16/07/2026`,
    UNTIL,
    {
      notices: [
        {
          details: {
            days: [
              { day: '2026-07-15', payouts: 1, sumCentavos: 1_000 },
              { day: '2026-07-16', payouts: 1, sumCentavos: 0 },
              { day: '', payouts: 1, sumCentavos: 2_000 },
            ],
          },
        },
      ],
      summary: { rows: 3, validRows: 0, invalidRows: 0 },
    },
  ],
  [
    'the columns of which one may be meant',
    'Quem;nome;ref',
    {},
    {
      problems: [
        { details: { missing: 'pixKey', unknown: ['Quem'] } },
        { details: { missing: 'amount', unknown: ['Quem'] } },
      ],
    },
  ],
  [
    'a long cell, cut',
    `chave;valor;descricao | ${A};${'é'.repeat(600)}`,
    { descriptionMaximum: 5 },
    { problems: [{ value: 'é'.repeat(200), details: { length: 600 } }] },
  ],
  [
    'what is too large for a sum',
    'chave;valor | a@x.br;70000000000000 | b@x.br;70000000000000',
    {},
    { problems: [{ code: 'invalid_amount', details: { reason: 'too_large' } }] },
  ],
  [
    'the row that others repeat',
    `ref;chave;valor | 1;${A} | 1;${B} | 1;${C}`,
    {},
    { problems: [{ details: { firstRow: 1, firstLine: 2 } }, { details: { firstRow: 1, firstLine: 2 } }] },
  ],
  [
    'the row that another repeats',
    `ref;chave;valor | x;${C} | 007;${A} | 7;${A}`,
    { allowDuplicates: true },
    { problems: [{ details: { firstRow: 2, firstLine: 3 } }] },
  ],
  [
    'which members of an object are doubled',
    '{"chave":"a@x.br","chave":"b"} | {"chave":"a@x.br","valor":1,"Chave Pix":"b"} | null',
    {},
    {
      problems: [
        { details: { doubled: 'chave' } },
        { details: { doubled: 'pixKey', columns: ['chave', 'Chave Pix'] } },
        { code: 'not_an_object' },
      ],
      invalidRows: [{}, { valor: '1' }, {}],
    },
  ],
  [
    'nothing by a member that is null',
    '{"chave":"a@x.br","valor":10,"ref":null,"Obs":null}',
    {},
    { payouts: [{ reference: undefined, cells: { ref: '', Obs: '' } }] },
  ],
  [
    'texts as they are typed, without what surrounds them',
    `ref;nome;chave;valor | F-1 ;D'Ávila;${A} | \u200b É1;'João ;${B} | ' É2 \u200b;' Ana;${C}`,
    {},
    {
      payouts: [
        { reference: 'F-1', name: "D'Ávila" },
        { reference: 'É1', name: 'João' },
        { reference: 'É2', name: 'Ana' },
      ],
      summary: { format: { kind: 'csv', delimiter: ';' } },
    },
  ],
])('a file says %s', async (_, file, options, expected) => {
  expect(await readFile(file.replaceAll(' | ', '\n'), options)).toMatchObject(expected);
});

it('asks what columns are that no heading says, and reads them so', async () => {
  const asked: unknown[] = [];
  const { payouts } = await readFile(`Quem;chave;valor\nAna;${A}`, {
    meaningsOf: (columns) => {
      asked.push(...columns.map(({ heading, meaning }) => [heading, meaning]));
      return new Map([
        ['Quem', 'name'],
        ['chave', 'reference'],
      ]);
    },
  });
  expect(asked).toEqual([
    ['Quem', undefined],
    ['chave', 'pixKey'],
    ['valor', 'amount'],
  ]);
  expect(payouts).toMatchObject([{ name: 'Ana', pixKey: 'a@x.br' }]);
});

const EQUAL = `ref;chave;valor;descricao\n1;${A};x\n2;${A};y`;
it.each([
  ['the reference', EQUAL.replace('2;', '3;')],
  ['the description', EQUAL.replace(';y', ';z')],
  ['the amount', EQUAL.replaceAll('10,00', '10,01')],
  ['the key', EQUAL.replaceAll('a@x', 'b@x')],
  ['the row that is repeated', EQUAL.replace('2;', '2;b@x.br;9,00;\n2b;')],
])('the code of equal rows is another one when %s is', async (_, other) => {
  const codeOf = async (file: string, options?: BatchOptions) => (await readFile(file, options)).summary.equalCode;
  expect(await codeOf(EQUAL)).toMatch(/^[0-9a-f]{6}$/);
  expect(await codeOf(EQUAL, { allowDuplicates: true })).toBe(await codeOf(EQUAL));
  expect(await codeOf(other)).not.toBe(await codeOf(EQUAL));
});

it('the code of rewritten references is of each of them, and of the first one', async () => {
  const codeOf = async (...references: readonly string[]) => {
    const rows = references.map((reference) => `${reference};${A}`);
    const file = ['ref;chave;valor', ...rows].join('\n');
    return (await readFile(file, { allowDuplicates: true })).summary.rewrittenCode;
  };
  const codes = [
    await codeOf('007', '7'),
    await codeOf('007', '07'),
    await codeOf('x', '007', '7'),
    await codeOf('007', '7', '07'),
  ];
  expect([new Set(codes).size, await codeOf('007', '8')]).toEqual([4, undefined]);
  expect((await readFile(`ref;chave;valor\n007;${A}\n7;${A}`)).summary.rewrittenCode).toBeUndefined();
});

it('has the records of a payment from a remittance alone', async () => {
  const { payouts } = await readFile(`chave;valor;CNAB 240\n${A};x`);
  expect(payouts.map(({ cells }) => cells)).toEqual([{ chave: 'a@x.br', valor: '10,00' }]);
});

const REMITTANCE = remittanceLines({
  batches: [
    [PAYMENT, { ...PAYMENT, reference: 'NF 4712', form: '03', key: '', taxId: '52998224725', amountCentavos: 5 }],
  ],
});
const [FIELD, DAY] = ['Nº Sequencial do Registro no Lote (9-13)', 'Data do Pagamento (94-101)'];
const OTHER_FORM = 'unsupported_payment';
const withLine = (number: number, edit: (line: string) => string) =>
  REMITTANCE.map((line, index) => (index === number - 1 ? edit(line) : line));

it.each<[string, readonly string[], string, ...string[]]>([
  ['a payment below the minimum', REMITTANCE, '1', 'below_minimum 5 (2) Valor do Pagamento (120-134)=0,05'],
  [
    'the same payment twice',
    remittanceLines({ batches: [[PAYMENT, { ...PAYMENT, reference: 'NF 4712' }]] }),
    '1',
    'duplicate_payout 6 (2) Informação 12 - Chave Pix (128-226)=sol@example.com',
  ],
  [
    'payments of other days',
    withLine(3, (line) => put(put(line, 94, '15072026'), 9, '00001')),
    '',
    `scheduled_payment 3 (1) ${DAY}=15072026`,
    'below_minimum 5 (2) Valor do Pagamento (120-134)=0,05',
  ],
  [
    'a field that is no number',
    withLine(5, (line) => put(line, 9, 'x')),
    '',
    `remittance_field 5 ${FIELD}=x0003`,
    `remittance_field 5 ${FIELD}=x0003`,
  ],
  ['a line that is too short', withLine(4, (line) => line.slice(0, -1)), '', 'record_length 4'],
  [
    'a key that is none',
    remittanceLines({ batches: [[{ ...PAYMENT, key: 'x' }]] }),
    '',
    'remittance_field 4 (1) Informação 12 - Chave Pix (128-226)=x',
  ],
  [
    'payments in another form',
    withLine(2, (line) => put(line, 12, '41')),
    '',
    ...[3, 5].map((line) => `${OTHER_FORM} ${line} (${(line - 1) / 2}) Forma de Lançamento (12-13)=41`),
  ],
  ['more than a file has', [...REMITTANCE, ' '.repeat(2 ** 27)], '', 'remittance_too_large'],
  ['a record in a wrong place', [...REMITTANCE.slice(0, 1), ...REMITTANCE.slice(2)], '', 'misplaced_record 2'],
])('a remittance has %s', async (_, lines, rows, ...expected) => {
  const { payouts, problems } = await readFile(lines.join('\r\n'), { paidOn: '2026-07-14' });
  expect(payouts.map(({ row }) => row).join(' ')).toBe(rows);
  expect(problems.map(said)).toEqual(expected);
});

it('the rows of a remittance can be paid from another file, by their headings', async () => {
  const { payouts, notices, summary } = await readFile(REMITTANCE.join('\r\n'));
  expect(payouts[0]?.cells).toMatchObject({
    ...{ 'Seu número': 'NF 4711', 'Nome do favorecido': 'SOL COMERCIO LTDA', 'CPF/CNPJ': '11222333000181' },
    ...{ 'Tipo de chave': 'EMAIL', 'Chave Pix': 'sol@example.com', Valor: '150,00', Descrição: '' },
    Vencimento: '2026-07-14',
  });
  expect(notices).toMatchObject([{ code: 'remittance_dialect', details: { dialect: 'febraban' } }]);
  expect(summary.format).toMatchObject({ kind: 'cnab240', number: { agreement: '001 CONV-1', number: 7 } });
});

it('remittances of the same payments differ in their digests by their numbers', async () => {
  const digests = [7, 8].map(async (number) => {
    const { summary } = await readFile(remittanceLines({ number, batches: [[PAYMENT]] }).join('\r\n'));
    return summary.digest;
  });
  expect(new Set(await Promise.all(digests)).size).toBe(digests.length);
});

it('lists a thousand columns, whatever more the objects of a file have', async () => {
  const members = Array.from({ length: 1_100 }, (_, index) => `"x${index}":1`).join();
  expect((await readFile(`{"chave":"a@x.br","valor":10,${members}}`)).notices).toHaveLength(998);
});
