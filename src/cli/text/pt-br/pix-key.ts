import { failure } from '../../errors/command-error.ts';
import type { KeyTypeTexts, PixKeyTexts } from '../shapes.ts';
import type { pixKey as english } from '../en/pix-key.ts';

export const KEY_REASONS: PixKeyTexts = {
  empty: 'está vazia',
  unrecognised: 'não parece CPF, CNPJ, e-mail, telefone nem chave aleatória',
  malformed: 'o formato é inválido',
  wrong_length: 'tem o número errado de dígitos',
  lost_leading_zeros: 'parece ter perdido os zeros à esquerda',
  scientific_notation: 'uma planilha a arredondou (notação científica)',
  repeated_digit: 'todos os dígitos são iguais',
  wrong_check_digits: 'os dígitos verificadores não conferem: digitação?',
  foreign_number: 'não é um número brasileiro',
  area_code_missing: 'falta o DDD',
  unknown_area_code: 'esse DDD não existe',
  landline: 'é um telefone fixo, e só celulares são chaves Pix',
  ninth_digit_missing: 'um celular tem nove dígitos e começa com 9',
  not_a_mobile: 'não é um número de celular',
  too_long: 'tem mais de 77 caracteres',
  domain_without_dot: 'a parte depois do @ não é um domínio',
};

export const KEY_TYPES: KeyTypeTexts = {
  CPF: 'CPF',
  CNPJ: 'CNPJ',
  EMAIL: 'e-mail',
  PHONE: 'telefone',
  RANDOM: 'chave aleatória',
};

export const pixKey: typeof english = {
  types: KEY_TYPES,
  refused: (typed, reason, type) =>
    failure(
      `chave Pix${type === undefined ? '' : ` do tipo ${KEY_TYPES[type]}`} inválida "${typed}": ${KEY_REASONS[reason]}`,
      'peça a chave de novo ao destinatário; nada foi enviado',
    ),
  ambiguous: (typed, types) =>
    failure(
      `"${typed}" pode ser uma chave do tipo ${types.map((type) => KEY_TYPES[type]).join(' ou ')}`,
      `informe qual: ${types.map((type) => `--pix-key-type ${type}`).join(' ou ')}`,
    ),
  suggestion: (type, key) => `você quis dizer ${key} (${KEY_TYPES[type]})?`,
  insist: 'se a chave estiver correta, use --force-key',
  recipient: 'Chave Pix do destinatário',
  which: (typed) => `Qual é o tipo da chave ${typed}?`,
  whichRecipient: 'Para quem?',
  anotherKey: 'outra chave',
};
