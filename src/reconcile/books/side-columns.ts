import { sideOf } from './side.ts';
import { foldedHeading } from './table-columns.ts';

/** A column with one of these names is there for the side: what it states otherwise is a finding. */
const OF_SIDES = new Set([
  ...['dc', 'cd', 'debitocredito', 'creditodebito', 'debcred', 'creddeb', 'debitcredit', 'creditdebit', 'drcr', 'crdr'],
  ...['crdb', 'dbcr', 'entradasaida', 'saidaentrada', 'naturezadolancamento', 'natureza', 'sinal', 'sentido'],
]);
/** A single letter, the same in every row, is a side below these names alone: `S` may mean yes. */
const OF_KINDS = new Set([
  ...['tipo', 'tipolancamento', 'tipodelancamento', 'tipodolancamento', 'tipooperacao', 'tipodeoperacao', 'operacao'],
  ...['tipomovimento', 'tipodemovimento', 'movimentacao', 'movimento', 'tipodetransacao', 'tipotransacao', 'fluxo'],
  ...['direcao', 'direction', 'type', 'es', 'ce', 'side', 'sign'],
]);
/** What became of a payment, or how it was made: `Recebido`, or a card's `Débito`. */
const OF_OTHER_WORDS =
  /^(?:status|situacao|estado|state|forma|formade.*|meio|meiode.*|metodo.*|modalidade|bandeira|cartao|payment.*)$/;

export interface SideColumn {
  readonly index: number;
  readonly isForSides: boolean;
}

interface Candidate {
  readonly index: number;
  readonly heading: string;
  /** Of the rows that state an amount. */
  readonly texts: readonly string[];
}

/**
 * The columns whose values are all sides, and those whose name says that they should be.
 *
 * @param haveOwnSides the amounts name both sides themselves: a column with one side in all rows says nothing
 */
export function sideColumns(candidates: readonly Candidate[], haveOwnSides: boolean): readonly SideColumn[] {
  return candidates.flatMap(({ index, heading, texts }) => {
    const name = foldedHeading(heading);
    const stated = texts.map((text) => text.trim()).filter((text) => text !== '');
    const isForSides = OF_SIDES.has(name);
    if (stated.length === 0 || OF_OTHER_WORDS.test(name)) return [];
    const sides = new Set(stated.map(sideOf));
    if (haveOwnSides && !isForSides && sides.size === 1) return [];
    const areSides = !sides.has(undefined);
    const isForKinds = isForSides || OF_KINDS.has(name);
    const isOneLetter = new Set(stated).size === 1 && /^\p{L}$/u.test(stated[0] ?? '');
    return (areSides && (isForKinds || !isOneLetter)) || isForSides ? [{ index, isForSides }] : [];
  });
}
