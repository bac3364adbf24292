import type { keyStorage as english } from '../en/key-storage.ts';

export const keyStorage: typeof english = {
  place: 'LUGAR',
  places: {
    keychain: 'cofre de senhas do sistema',
    file: (path) => `arquivo ${path}, que só você pode ler`,
  },
  sources: {
    environment: 'de PIX_API_KEY',
    keychain: 'do perfil, no cofre de senhas',
    file: 'do perfil, no arquivo',
  },
  kept: (key, place) => `A chave ${key} está guardada em: ${place}.`,
  noKeychainHere: (reason) => `Não há aqui um cofre de senhas que se possa usar (${reason}).`,
  keychainRefused: (reason) => ({
    message: `o cofre de senhas não pode ser usado: ${reason}`,
    hint: 'desbloqueie-o ou entre na sessão gráfica, ou guarde a chave no arquivo: --no-keychain',
  }),
  locked: (profile, key, reason) => ({
    message: `a chave "${key}" do perfil "${profile}" está no cofre de senhas, que não pode ser lido: ${reason}`,
    hint: `desbloqueie-o e tente de novo, ou dê a chave em PIX_API_KEY, ou guarde-a de novo: pix auth login -p ${profile} --no-keychain`,
  }),
  missing: (profile, key) => ({
    message: `a chave "${key}" do perfil "${profile}" não está mais no cofre de senhas`,
    hint: `guarde-a de novo: pix auth login -p ${profile}`,
  }),
  leftBehind: (entry, reason) =>
    `A entrada "${entry}" de "pix" continua no cofre de senhas, e não é mais usada; remova-a de lá (${reason}).`,
};
