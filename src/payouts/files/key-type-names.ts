import type { PixKeyType } from '../../pix/pix-key.ts';
import { foldText } from './column-names.ts';

/** Names of key types in either language, folded. */
const TYPES_OF_NAME: Readonly<Record<string, readonly PixKeyType[]>> = {
  cpf: ['CPF'],
  cnpj: ['CNPJ'],
  cpfcnpj: ['CPF', 'CNPJ'],
  cpfoucnpj: ['CPF', 'CNPJ'],
  taxid: ['CPF', 'CNPJ'],
  documento: ['CPF', 'CNPJ'],
  email: ['EMAIL'],
  enderecoeletronico: ['EMAIL'],
  phone: ['PHONE'],
  phonenumber: ['PHONE'],
  mobile: ['PHONE'],
  mobilephone: ['PHONE'],
  cellphone: ['PHONE'],
  telefone: ['PHONE'],
  telefonecelular: ['PHONE'],
  tel: ['PHONE'],
  celular: ['PHONE'],
  cel: ['PHONE'],
  random: ['RANDOM'],
  randomkey: ['RANDOM'],
  evp: ['RANDOM'],
  aleatoria: ['RANDOM'],
  aleatorio: ['RANDOM'],
  chavealeatoria: ['RANDOM'],
};

const TYPES_OF_SPELLING = new Map<string, readonly PixKeyType[]>();
const SPELLINGS_MAXIMUM = 1000;

/** The types that a typed name may mean, usually one; undefined when it is unknown. */
export function keyTypesOfName(typed: string): readonly PixKeyType[] | undefined {
  // A file repeats a few spellings a million times.
  const known = TYPES_OF_SPELLING.get(typed);
  if (known !== undefined) return known;
  const name = foldText(typed);
  const types = Object.hasOwn(TYPES_OF_NAME, name) ? TYPES_OF_NAME[name] : undefined;
  if (types !== undefined && TYPES_OF_SPELLING.size < SPELLINGS_MAXIMUM) TYPES_OF_SPELLING.set(typed, types);
  return types;
}
