import { failure } from '../../errors/command-error.ts';
import type { settings as english } from '../en/settings.ts';

export const settings: typeof english = {
  localService: 'serviço local, sem dinheiro real',
  pagerPrompt: '?eq sai:Enter continua, q sai.',
  spoken: {
    done: 'feito',
    nothing: 'vazio',
    number: (choices) => `Número de 1 a ${choices}:`,
    noChoice: 'Digite um destes números.',
  },
  timesIn: (zone) => `horário de ${zone}`,
  invalidTimeZone: (zone, closest) =>
    failure(
      `fuso horário desconhecido em TZ: ${zone}`,
      closest === undefined ? 'escreva como America/Sao_Paulo ou UTC' : `você quis dizer TZ=${closest}?`,
    ),
  noKey: failure(
    'nenhuma chave de API configurada',
    'entre com "pix auth login", ou defina PIX_API_KEY; para experimentar: pix serve --mock',
  ),
  noBaseUrl: failure(
    'nenhum endereço de serviço configurado',
    'entre com "pix auth login", defina PIX_BASE_URL ou use --base-url',
  ),
  invalidBaseUrl: (source) =>
    failure(
      `${source === '' ? '' : `${source}: `}endereço do serviço inválido`,
      'começa com https:// ou http:// e não contém usuário, senha nem query',
    ),
  invalidJournal: (source) =>
    failure(
      `${source}: endereço do registro de pagamentos inválido`,
      'use postgres://USUÁRIO@HOST/BANCO; a senha vem de PGPASSWORD ou de um arquivo pgpass',
    ),
  unknownProfile: (name, known, closest) =>
    failure(
      `perfil não encontrado: "${name}"`,
      known.length === 0
        ? 'crie um com: pix auth login'
        : `${closest === undefined ? '' : `você quis dizer ${closest}? `}perfis: ${known.join(', ')}`,
    ),
  keyOfAnotherService: (profile, own, other) =>
    failure(
      `a chave do perfil "${profile}" é de ${own} e não é enviada a ${other}`,
      'informe a chave daquele serviço em PIX_API_KEY, ou entre nele: pix auth login -p NOME --base-url URL',
    ),
  readOnly: (profile) =>
    failure(
      `o perfil "${profile}" é somente leitura: não movimenta dinheiro nem cria nada; nada foi enviado`,
      `use outro perfil com -p, ou libere este: pix auth login -p ${profile} --no-read-only`,
    ),
  unprotected: (origin) => `aviso: a chave é enviada a ${origin} por HTTP sem criptografia e pode ser interceptada`,
  thisMachine: 'esta máquina',
  moneyFrom: 'De',
  noProfile: failure('nenhum perfil para guardar chaves', 'entre primeiro: pix auth login'),
  unknownKey: (name, known, closest) =>
    failure(
      `chave não encontrada: "${name}"`,
      `${closest === undefined ? '' : `você quis dizer ${closest}? `}chaves: ${known.join(', ')}`,
    ),
};
