/** The characters 0x80 to 0xff of code page 850, in which DOS and the console of a Brazilian Windows write. */
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤' +
  'ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** A text in code page 850. @returns undefined where a character is not in it */
export function toCp850(text: string): Buffer | undefined {
  const bytes = Array.from(text, (character) =>
    character < '\u0080' ? character.charCodeAt(0) : 0x80 + UPPER.indexOf(character),
  );
  return bytes.includes(0x7f) && !text.includes('\u007f') ? undefined : Buffer.from(bytes);
}

export function fromCp850(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replaceAll(/[\u0080-\u00ff]/g, (character) => UPPER.charAt(character.charCodeAt(0) - 0x80));
}
