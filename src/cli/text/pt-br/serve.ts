import type { serve as english } from '../en/serve.ts';

export const serve: typeof english = {
  help: {
    command: 'Roda um serviço local para ensaiar; nenhum dinheiro de verdade por perto',
    mock: 'serve a implementação local (a única que existe)',
    port: { value: 'porta', description: 'porta a escutar; 0 pega uma livre (padrão 4010)' },
    host: { value: 'host', description: 'endereço a escutar (padrão 127.0.0.1)' },
    expose: 'deixa outras máquinas alcançá-lo; as alavancas passam a pedir o token que ele mostra',
    data: { value: 'arquivo', description: 'guarda os dados neste arquivo; sem ele, na memória' },
    seed: { value: 'número', description: 'torna histórico, ids e chaves iguais a cada início (padrão 42)' },
    payments: { value: 'número', description: 'pagamentos no histórico da conta demo (padrão 120)' },
    withdraws: { value: 'número', description: 'saques nesse histórico (padrão 30)' },
    noRateLimit: 'não limita as requisições por segundo',
    noCache: 'não repete respostas de listas por 60 segundos',
    balanceCache: { value: 'segundos', description: 'repete respostas de saldo por esse tempo (padrão 0)' },
    noProfile: 'não salva endereço e chave como perfil "mock"',
  },
  mockOnly: { message: 'só há um mock a servir: ele não move dinheiro de verdade', hint: 'pix serve --mock' },
  loopbackOnly: (host) => ({
    message: `outras máquinas poderiam alcançar o serviço em ${host}`,
    hint: 'acrescente --expose se for o desejado, ou use 127.0.0.1, ::1 ou localhost',
  }),
  startFailures: {
    port_in_use: ({ address }) => ({
      message: `${address} está em uso`,
      hint: 'pegue uma porta livre com --port 0, ou pare o que roda nela',
    }),
    address_unavailable: ({ address }) => ({
      message: `não é possível escutar em ${address}`,
      hint: 'use --host 127.0.0.1 e --port 0',
    }),
    not_exposed: ({ address }) => ({
      message: `${address} pode ser alcançado por outras máquinas`,
      hint: 'acrescente --expose se for o desejado, ou use --host 127.0.0.1',
    }),
    data_file_locked: ({ dataFile }) => ({
      message: `outro processo está usando ${dataFile}`,
      hint: 'pare aquele serviço, ou use outro arquivo com --data',
    }),
    data_file_newer: ({ dataFile }) => ({
      message: `${dataFile} foi gravado por um pix mais novo`,
      hint: 'use aquela versão, ou outro arquivo com --data',
    }),
    data_file_foreign: ({ dataFile }) => ({
      message: `${dataFile} não é um arquivo de dados do serviço local; não foi tocado`,
      hint: 'use outro arquivo com --data',
    }),
    data_file_unreadable: ({ dataFile }) => ({
      message: `${dataFile} não pode ser aberto como arquivo de dados`,
      hint: 'confira a pasta e suas permissões, ou use outro arquivo com --data',
    }),
    seed_differs: ({ dataFile, storedSeed, requestedSeed }) => ({
      message: `${dataFile} foi feito com a semente ${storedSeed}, não ${requestedSeed}`,
      hint: 'deixe --seed de fora, ou use outro arquivo com --data',
    }),
  },
  profileNotStored: (reason) => `O perfil "mock" não foi salvo: ${reason}`,
  ready: (url) => `O serviço local responde em ${url}. Nenhum dinheiro de verdade por perto.`,
  keys: 'Chaves:',
  exposed: (token) =>
    `Outras máquinas podem alcançá-lo. As alavancas (pix mock …) pedem este token, em PIX_MOCK_TOKEN:\n  ${token}`,
  tryIt: 'Experimente, em outro terminal:',
  stopHint: 'Ctrl-C o encerra.',
  stopping: 'Encerrando.',
};
