/** Whether a text begins as files of CNAB 240 do: with a bank, lote 0000 and type 0, in a line without separators. */
export function isCnab240(opening: string): boolean {
  return /^\d{3}00000[^;,|\p{Cc}]{60}/u.test(opening);
}
