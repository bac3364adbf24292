import { formatReaisPlain, parsePixKey, parseTypedAmount, readBrCode, writeBrCode } from '../../../src/pix/index.ts';

const amount = parseTypedAmount('R$ 1.234,56');
console.log(amount.ok ? formatReaisPlain(amount.amountCentavos) : amount.reason); // 1234.56
console.log(parseTypedAmount('1.234')); // ambiguous: 1,234.00 or 1.23

const key = parsePixKey('529.982.247-25');
console.log(key.ok ? `${key.type} ${key.key}` : key.reason); // CPF 52998224725
console.log(parsePixKey('529.982.247-26')); // wrong_check_digits

const code = writeBrCode({ key: 'maria.silva@example.com', merchantName: 'Padaria São João', merchantCity: 'Recife' });
const read = readBrCode(code);
console.log(read.ok ? read.brCode.merchantName : read.reason); // Padaria Sao Joao
