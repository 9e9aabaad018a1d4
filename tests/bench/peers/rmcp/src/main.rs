//! A peer of ./dev bench mcp: rmcp, the official Rust SDK, stateless, plain JSON, on a port of its own
//! that it prints as JSON. The list of tools is the file's, and get_object reads a row of SQLite by its
//! id. Usage: rmcp-peer DATABASE TOOLS.
use std::cell::RefCell;
use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use rusqlite::{Connection, OpenFlags};
use serde_json::{json, Value};

thread_local! {
    static DATABASE: RefCell<Option<Connection>> = const { RefCell::new(None) };
}

#[derive(Clone)]
struct Peer {
    database: Arc<str>,
    tools: Arc<[Tool]>,
}

impl Peer {
    /// By the thread's own connection, with its statement kept.
    fn read(&self, id: &str) -> rusqlite::Result<Value> {
        DATABASE.with_borrow_mut(|slot| {
            if slot.is_none() {
                let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                *slot = Some(Connection::open_with_flags(&*self.database, flags)?);
            }
            let database = slot.as_ref().expect("just opened");
            let mut select = database.prepare_cached(
                "SELECT id, name, type, platform, status, budgetMicros, syncState, source, version, \
                 createdAt, updatedAt FROM campaigns WHERE id = ?",
            )?;
            select.query_row([id], |row| {
                Ok(json!({
                    "id": row.get::<_, String>(0)?,
                    "name": row.get::<_, String>(1)?,
                    "type": row.get::<_, String>(2)?,
                    "platform": row.get::<_, String>(3)?,
                    "status": row.get::<_, String>(4)?,
                    "budget": row.get::<_, i64>(5)? as f64 / 1e6,
                    "syncState": row.get::<_, String>(6)?,
                    "source": row.get::<_, String>(7)?,
                    "version": row.get::<_, i64>(8)?,
                    "createdAt": row.get::<_, String>(9)?,
                    "updatedAt": row.get::<_, String>(10)?,
                }))
            })
        })
    }
}

impl ServerHandler for Peer {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        let id = arguments.get("id").and_then(Value::as_str).unwrap_or_default();
        let object = self
            .read(id)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        let found = json!({ "object": object });
        let mut result = CallToolResult::success(vec![ContentBlock::text(found.to_string())]);
        result.structured_content = Some(found);
        Ok(result.into())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let database: Arc<str> = args.next().ok_or("no database")?.into();
    let list = std::fs::read(args.next().ok_or("no list of tools")?)?;
    let tools: Arc<[Tool]> = serde_json::from_slice::<Vec<Tool>>(&list)?.into();
    let peer = Peer { database, tools };
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let service = StreamableHttpService::new(
        move || Ok(peer.clone()),
        Arc::new(LocalSessionManager::default()),
        config,
    );
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", json!({ "port": listener.local_addr()?.port() }));
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}
