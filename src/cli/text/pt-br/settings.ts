import type { settings as english } from '../en/settings.ts';

export const settings: typeof english = {
  noKey: {
    message: 'não há chave de API',
    hint: 'entre com "pix auth login", ou defina PIX_API_KEY; para experimentar: pix serve --mock',
  },
  noBaseUrl: {
    message: 'não há endereço de um serviço',
    hint: 'entre com "pix auth login", ou defina PIX_BASE_URL, ou use --base-url',
  },
  invalidBaseUrl: (source) => ({
    message: `${source === '' ? '' : `${source}: `}isso não é o endereço de um serviço`,
    hint: 'começa com https:// ou http:// e não contém nome, senha nem query',
  }),
  unknownProfile: (name, known, closest) => ({
    message: `não há perfil "${name}"`,
    hint:
      known.length === 0
        ? 'crie um com: pix auth login'
        : `${closest === undefined ? '' : `seria ${closest}? `}há: ${known.join(', ')}`,
  }),
  keyOfAnotherService: (profile, own, other) => ({
    message: `a chave do perfil "${profile}" é de ${own}, e não é enviada a ${other}`,
    hint: 'dê a chave daquele serviço em PIX_API_KEY, ou entre lá: pix auth login -p NOME --base-url URL',
  }),
  readOnly: (profile) => ({
    message: `o perfil "${profile}" é só de leitura: não move dinheiro nem cria nada; nada foi enviado`,
    hint: `use outro perfil com -p, ou libere este: pix auth login -p ${profile} --no-read-only`,
  }),
  unprotected: (origin) => `aviso: a chave vai para ${origin} por http simples, onde outros podem lê-la`,
};
