/** CRC-16/CCITT-FALSE (polynomial 0x1021, from 0xFFFF) of the UTF-8 bytes, as four capital hexadecimal digits. */
export function crc16(text: string): string {
  let remainder = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    remainder ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = ((remainder << 1) ^ (remainder & 0x8000 ? 0x1021 : 0)) & 0xffff;
    }
  }
  return remainder.toString(16).toUpperCase().padStart(4, '0');
}
