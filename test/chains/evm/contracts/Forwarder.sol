// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// Sends the coin on by internal calls, which leave no log.
contract Forwarder {
    function forward(address payable to) public payable {
        send(to, msg.value);
    }

    function split(address payable to, uint256 first) external payable {
        send(to, first);
        send(to, msg.value - first);
    }

    function forwardAndRevert(address payable to) external payable {
        send(to, msg.value);
        revert("undone");
    }

    /// The inner call is undone, but the transaction succeeds.
    function pretend(address payable to) external payable {
        try this.forwardAndRevert{value: msg.value}(to) {} catch {}
    }

    function send(address payable to, uint256 value) private {
        (bool sent,) = to.call{value: value}("");
        require(sent, "not sent");
    }
}
