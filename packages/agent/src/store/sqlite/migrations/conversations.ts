import type { Migration } from './types.ts'

/**
 * 1: conversations and all that belongs to them. What is asked for by column has one; the rest of a
 * thing is in its `more`, so that a new optional field needs no migration.
 */
export const conversations: Migration = (connection) =>
  connection.script(`
    CREATE TABLE conversations (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      workspace TEXT NOT NULL,
      title TEXT,
      head INTEGER,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX conversations_by_time ON conversations (updated_at, key);
    CREATE INDEX conversations_by_workspace ON conversations (workspace, updated_at, key);

    CREATE TABLE messages (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation INTEGER NOT NULL REFERENCES conversations ON DELETE CASCADE,
      id TEXT NOT NULL,
      parent INTEGER,
      role TEXT NOT NULL,
      state TEXT,
      created_at INTEGER NOT NULL,
      more TEXT NOT NULL,
      UNIQUE (conversation, id)
    ) STRICT;

    -- One row a part: saving an answer that grows writes what is new.
    CREATE TABLE parts (
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      place INTEGER NOT NULL,
      json TEXT NOT NULL,
      PRIMARY KEY (message, place)
    ) STRICT;

    -- Instructions, prompt sections and tools, each once, by the sha-256 of its JSON.
    CREATE TABLE texts (
      key INTEGER PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      json TEXT NOT NULL
    ) STRICT;

    CREATE TABLE activations (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation INTEGER NOT NULL REFERENCES conversations ON DELETE CASCADE,
      instructions INTEGER NOT NULL REFERENCES texts,
      more TEXT NOT NULL
    ) STRICT;
    CREATE INDEX activations_by_conversation ON activations (conversation);
    CREATE INDEX activations_by_text ON activations (instructions);

    CREATE TABLE turns (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation INTEGER NOT NULL REFERENCES conversations ON DELETE CASCADE,
      answer INTEGER NOT NULL UNIQUE REFERENCES messages ON DELETE CASCADE,
      message INTEGER,
      host TEXT NOT NULL,
      pid INTEGER NOT NULL,
      started TEXT NOT NULL,
      renewed_at INTEGER NOT NULL,
      begun INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX turns_by_conversation ON turns (conversation);

    CREATE TABLE approvals (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      conversation INTEGER NOT NULL REFERENCES conversations ON DELETE CASCADE,
      message_id TEXT NOT NULL,
      more TEXT NOT NULL,
      answer TEXT,
      answered_at INTEGER
    ) STRICT;
    CREATE INDEX approvals_by_conversation ON approvals (conversation);

    CREATE TABLE requests (
      key INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation INTEGER NOT NULL REFERENCES conversations ON DELETE CASCADE,
      message_id TEXT NOT NULL,
      tools INTEGER NOT NULL REFERENCES texts,
      more TEXT NOT NULL
    ) STRICT;
    CREATE INDEX requests_by_message ON requests (conversation, message_id);
    CREATE INDEX requests_by_tools ON requests (tools);
    CREATE TABLE request_sections (
      request INTEGER NOT NULL REFERENCES requests ON DELETE CASCADE,
      place INTEGER NOT NULL,
      text INTEGER NOT NULL REFERENCES texts,
      more TEXT NOT NULL,
      PRIMARY KEY (request, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX request_sections_by_text ON request_sections (text);

    CREATE TABLE attachments (
      hash TEXT PRIMARY KEY,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE attachment_uses (
      message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
      hash TEXT NOT NULL,
      PRIMARY KEY (message, hash)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attachment_uses_by_hash ON attachment_uses (hash);
    -- Bytes that came, and that no message names yet.
    CREATE TABLE attachment_holds (
      key INTEGER PRIMARY KEY,
      hash TEXT NOT NULL,
      put_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX attachment_holds_by_hash ON attachment_holds (hash);
  `)
