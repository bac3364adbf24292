import type { settings as english } from '../en/settings.ts';

export const settings: typeof english = {
  localService: 'serviço local: sem dinheiro real',
  timesIn: (zone) => `horários de ${zone}`,
  invalidTimeZone: (zone, closest) => ({
    message: `fuso horário desconhecido em TZ: ${zone}`,
    hint: closest === undefined ? 'escreva como America/Sao_Paulo ou UTC' : `você quis dizer TZ=${closest}?`,
  }),
  noKey: {
    message: 'nenhuma chave de API configurada',
    hint: 'entre com "pix auth login", ou defina PIX_API_KEY; para experimentar: pix serve --mock',
  },
  noBaseUrl: {
    message: 'nenhum endereço de serviço configurado',
    hint: 'entre com "pix auth login", defina PIX_BASE_URL ou use --base-url',
  },
  invalidBaseUrl: (source) => ({
    message: `${source === '' ? '' : `${source}: `}endereço do serviço inválido`,
    hint: 'começa com https:// ou http:// e não contém usuário, senha nem query',
  }),
  invalidJournal: (source) => ({
    message: `${source}: endereço do registro de pagamentos inválido`,
    hint: 'use postgres://USUÁRIO@HOST/BANCO; a senha vem de PGPASSWORD ou de um arquivo pgpass',
  }),
  unknownProfile: (name, known, closest) => ({
    message: `perfil não encontrado: "${name}"`,
    hint:
      known.length === 0
        ? 'crie um com: pix auth login'
        : `${closest === undefined ? '' : `você quis dizer ${closest}? `}perfis: ${known.join(', ')}`,
  }),
  keyOfAnotherService: (profile, own, other) => ({
    message: `a chave do perfil "${profile}" é de ${own} e não é enviada a ${other}`,
    hint: 'informe a chave daquele serviço em PIX_API_KEY, ou entre nele: pix auth login -p NOME --base-url URL',
  }),
  readOnly: (profile) => ({
    message: `o perfil "${profile}" é somente leitura: não movimenta dinheiro nem cria nada; nada foi enviado`,
    hint: `use outro perfil com -p, ou libere este: pix auth login -p ${profile} --no-read-only`,
  }),
  unprotected: (origin) => `aviso: a chave é enviada a ${origin} por HTTP sem criptografia e pode ser interceptada`,
  thisMachine: 'esta máquina',
  moneyFrom: 'De',
  noProfile: {
    message: 'nenhum perfil para guardar chaves',
    hint: 'entre primeiro: pix auth login',
  },
  unknownKey: (name, known, closest) => ({
    message: `chave não encontrada: "${name}"`,
    hint: `${closest === undefined ? '' : `você quis dizer ${closest}? `}chaves: ${known.join(', ')}`,
  }),
};
