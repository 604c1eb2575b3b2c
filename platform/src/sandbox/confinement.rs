//! Confinement of a worker: limited CPU time and memory, no files, network or other programs.

use std::collections::BTreeMap;
use std::io;

use landlock::{ABI, Access as _, AccessFs, AccessNet, Ruleset, RulesetAttr as _, RulesetError};
use rlimit::Resource;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

/// Maximum open files: the socket, standard streams, and what a thread needs.
const FILES: u64 = 16;

/// Proof that this process is confined.
pub(super) struct Confinement {
    /// Memory of the idle worker in bytes.
    base: u64,
}

/// Confines this process permanently. `cpu_seconds`: total CPU time.
pub(super) fn confine(cpu_seconds: u64) -> io::Result<Confinement> {
    let base = data_bytes()?;
    Resource::CPU.set(cpu_seconds, cpu_seconds)?;
    Resource::NOFILE.set(FILES, FILES)?;
    Resource::FSIZE.set(0, 0)?;
    Resource::CORE.set(0, 0)?;
    deny_files_and_ports().map_err(io::Error::other)?;
    deny_sockets_and_programs().map_err(io::Error::other)?;
    Ok(Confinement { base })
}

impl Confinement {
    /// Lets the process allocate `bytes` beyond what it uses when idle. An allocation beyond that aborts it.
    pub(super) fn allow_memory(&self, bytes: u64) -> io::Result<()> {
        let (_, hard) = Resource::DATA.get()?;
        Resource::DATA.set(self.base.saturating_add(bytes).min(hard), hard)
    }
}

/// Bytes of private writable memory, as the limit on it counts them.
fn data_bytes() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmData:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kibibytes
        .map(|kibibytes| kibibytes << 10)
        .ok_or_else(|| io::Error::other("the kernel doesn't say how much memory this process uses"))
}

/// Kernels without Landlock leave files to the other limits: a worker can't open what it has no way to name.
fn deny_files_and_ports() -> Result<(), RulesetError> {
    Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V5))?
        .handle_access(AccessNet::from_all(ABI::V5))?
        .create()?
        .restrict_self()?;
    Ok(())
}

/// Makes these system calls fail with `EPERM`.
fn deny_sockets_and_programs() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let denied = [
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept,
        libc::SYS_accept4,
        libc::SYS_execve,
        libc::SYS_execveat,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_kill,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_keyctl,
        libc::SYS_userfaultfd,
        libc::SYS_io_uring_setup,
        libc::SYS_unshare,
        libc::SYS_setns,
    ];
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = denied.into_iter().map(|call| (call, Vec::new())).collect();
    // A process may lower its own limits, not those of others.
    let of_others = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)?;
    rules.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![of_others])?]);
    let architecture: TargetArch = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EPERM.unsigned_abs()),
        architecture,
    )?;
    let program: BpfProgram = filter.try_into()?;
    seccompiler::apply_filter(&program)?;
    Ok(())
}
